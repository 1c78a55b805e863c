/** What a television tells: the last thing that happened, and whose turn it is. */
import type { Chair, Told, Waiting } from '../protocol/types'
import type { Entry } from '../table/log'

/** Return the latest event that is worth a headline: one that the game takes its time to show. */
export function storyOf(log: readonly Entry[], pace: (told: Told) => number): Entry | null {
  return log.findLast((entry) => entry.told !== null && pace(entry.told) > 0) ?? null
}

export interface Turn {
  /** The one seat that everybody looks at, or null. */
  seat: number | null
  /** Several seats choose at the same time: a seat that has chosen gets a check. */
  together: boolean
}

/** Return whose turn it is, by what is public: a reaction window names nobody, so the turn stays where it was. */
export function turnOf(waiting: Waiting, turn: number | null, running: boolean): Turn {
  const asked = running || waiting.window ? [] : (waiting.seats ?? [])
  if (asked.length > 1) return { seat: null, together: true }
  return { seat: asked[0] ?? turn, together: false }
}

/** Return the seats that nobody has taken yet. */
export function freeSeats(chairs: readonly Chair[]): number {
  return chairs.filter((chair) => chair.kind === 'open').length
}

/** Return how large a headline can be: a short one is read from four metres, a long one still fits in two lines. */
export function sizeOf(text: string): 'large' | 'medium' | 'small' {
  if (text.length <= 52) return 'large'
  return text.length <= 84 ? 'medium' : 'small'
}

/** Whether an address leads phones to themselves instead of to this server. */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
