/** The three headlines of an identity, and which of them the TimeLine shows. */
import type { Printed } from '../contract'
import { identity, type Side } from './printed'

export interface Headline {
  at: string
  side: Side
  /** The TimeLine shows it. */
  shown: boolean
}

export function sideOf(altered: readonly string[], at: string): Side {
  return altered.includes(at) ? 'altered' : 'original'
}

export function headlines(printed: Printed, key: string | null | undefined, altered: readonly string[]): Headline[] {
  const person = identity(printed, key)
  if (!person) return []
  const wanted: [string, Side][] = [
    [person.original, 'original'],
    [person.altered[0], 'altered'],
    [person.altered[1], 'altered'],
  ]
  return wanted.map(([at, side]) => ({ at, side, shown: sideOf(altered, at) === side }))
}
