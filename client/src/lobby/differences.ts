/** Applies what the server says of the lobby: everything at first, then the rows that changed. */
import type { LobbyNews } from '../protocol/connection'
import type { Lobby, Summary } from '../protocol/types'

/** Return the lobby after some news; a lobby that did not change is the same object. */
export function withNews(lobby: Lobby, news: LobbyNews): Lobby {
  switch (news.type) {
    case 'lobby_shown':
      return news.lobby
    case 'public_tables': {
      const away = [...(news.gone ?? []), ...news.changed.map((table) => table.table)]
      const listed = (rows: readonly Summary[], status: Summary['status']) => {
        const changed = news.changed.filter((table) => table.status === status)
        return replaced(rows, changed, away, (table) => table.table)
      }
      return { ...lobby, open: listed(lobby.open, 'open'), running: listed(lobby.running, 'running') }
    }
    case 'own_tables': {
      const of = (own: Lobby['mine'][number]) => own.summary.table
      return { ...lobby, mine: replaced(lobby.mine, news.changed, [...(news.gone ?? []), ...news.changed.map(of)], of) }
    }
  }
}

/** Return rows without those in `away`; changed ones stay where they were, and new ones come first. */
function replaced<Row>(
  rows: readonly Row[],
  changed: readonly Row[],
  away: readonly string[],
  of: (row: Row) => string,
) {
  const now = new Map(changed.map((row) => [of(row), row]))
  const leaving = new Set(away)
  const known = new Set(rows.map(of))
  const kept = rows.flatMap((row) => now.get(of(row)) ?? (leaving.has(of(row)) ? [] : [row]))
  return [...changed.filter((row) => !known.has(of(row))), ...kept]
}
