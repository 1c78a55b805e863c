/** Addresses and what they mean: the lobby, a table, or nowhere. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; invitation: string; guided: boolean; moment: number | null }
  | { page: 'nowhere' }

/** What an address means. An invitation stands behind `#` (never sent to a server's log) or in `?i=`. */
export function routeOf(address: URL): Route {
  if (address.pathname === '/') return { page: 'lobby' }
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})\/?$/.exec(address.pathname)?.[1]
  if (table === undefined) return { page: 'nowhere' }
  const asked = address.searchParams
  const invitation = address.hash.slice(1) || (asked.get('i') ?? '')
  const moment = asked.has('m') ? Number(asked.get('m')) : null
  return {
    page: 'table',
    table,
    invitation: decodeURIComponent(invitation),
    guided: asked.has('guided'),
    moment: Number.isInteger(moment) ? moment : null,
  }
}

/** The address of a table; with its invitation, for somebody who is to sit down there. */
export function tablePath(table: string, invitation = '', asked: Record<string, string> = {}): string {
  const query = new URLSearchParams(asked).toString()
  return `/t/${table}${query && `?${query}`}${invitation && `#${encodeURIComponent(invitation)}`}`
}
