/** Who stands where at the end: the winners in the middle, the others beside them by what they hold. */
import type { Outcome } from '../../protocol/types'
import { counts, type Count } from './counts'
import type { Shown } from './shown'

export interface Step extends Count {
  place: number
  won: boolean
}

export function ranks(view: Shown, outcome: Outcome | null): Step[] {
  const won = (seat: number) => outcome?.winners.includes(seat) ?? false
  const sorted = counts(view).sort((a, b) => Number(won(b.seat)) - Number(won(a.seat)))
  return sorted.map((each) => {
    const first = sorted.findIndex((other) => other.count === each.count && won(other.seat) === won(each.seat))
    return { ...each, place: first + 1, won: won(each.seat) }
  })
}

/** From left to right: the third, the first, the second, the fourth would stand so that the best is near the middle. */
export function podium(steps: readonly Step[]): Step[] {
  const row: Step[] = []
  steps.forEach((step, i) => (i % 2 === 1 ? row.unshift(step) : row.push(step)))
  return row
}
