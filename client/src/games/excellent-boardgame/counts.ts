/** How many characters each seat has, for the goal and the end; the server says who won. */
import type { Shown } from './shown'

export interface Count {
  seat: number
  count: number
}

/** The most first; equals stay in the order of the seats. */
export function counts(view: Shown): Count[] {
  return view.seats
    .map(({ seat, collected }) => ({ seat, count: collected.length }))
    .sort((a, b) => b.count - a.count || a.seat - b.seat)
}

/** How a seat stands to the best of the others, of whom several may be equal. */
export function compared(view: Shown, seat: number): { count: number; other: number; rivals: number[]; how: How } {
  const all = counts(view)
  const count = all.find((each) => each.seat === seat)?.count ?? 0
  const others = all.filter((each) => each.seat !== seat)
  const other = others[0]?.count ?? 0
  const rivals = others.filter((each) => each.count === other).map((each) => each.seat)
  const how = count === 0 && other === 0 ? 'start' : count > other ? 'lead' : count === other ? 'tied' : 'behind'
  return { count, other, rivals, how }
}

export type How = 'start' | 'lead' | 'tied' | 'behind'
