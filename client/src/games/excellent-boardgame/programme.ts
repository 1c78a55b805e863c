/** What moves a booth in its turn, in order: its characters from the left, then the two cards, then the evil dudes. */
import type { Printed } from '../contract'
import { cardOf } from './cards'
import type { Plan, Slot } from './plan'
import { seatOf, type Following, type Shown } from './shown'

export interface Row {
  key: string
  symbols: readonly string[]
  /** How many symbols have been followed; null while nothing of the programme runs. */
  done: number | null
  now: boolean
  character?: string
  slot?: Slot
  card?: number
  dude?: string
}

export function programme(view: Shown, printed: Printed, seat: number, plan: Plan): Row[] {
  const rows: Row[] = []
  for (const { character, symbols } of seatOf(view, seat)?.collected ?? []) {
    if (symbols && !(view.turn === seat && view.revealed?.includes(character)))
      rows.push({ key: character, character, symbols, done: null, now: false })
  }
  const cards: [Slot, number | null][] = [
    ['first', plan.first],
    ['second', plan.second],
  ]
  for (const [slot, card] of cards) {
    const found = card === null ? null : cardOf(printed, card)
    rows.push({
      key: slot,
      slot,
      card: card ?? undefined,
      dude: found?.dude,
      symbols: found?.buttons ?? [],
      done: null,
      now: false,
    })
  }
  return running(rows, view.following ?? null, seat)
}

/** Which rows are done, and which one runs. While a dude follows a card, the booth has followed everything. */
function running(rows: Row[], following: Following | null, seat: number): Row[] {
  if (!following || following.seat !== seat) return rows
  const now = rows.findIndex((row) =>
    following.character ? row.character === following.character : row.card === following.card,
  )
  return rows.map((row, i) => ({
    ...row,
    now: i === now,
    done: following.dude || i < now ? row.symbols.length : i === now ? following.done : 0,
  }))
}
