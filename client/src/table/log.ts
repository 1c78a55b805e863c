/** The log: what was told, by the moment that it led to. */
import type { Story, Told } from '../protocol/types'

export interface Entry {
  id: number
  moment: number
  told: Told | null
  /** The seat that took its answer back. */
  tookBack: number | null
  /** The seat for which the table answers, because its bot did not come to an end. */
  movedOn: number | null
}

let next = 0

export function entry(moment: number, told: Told | null, tookBack: number | null = null): Entry {
  return { id: next++, moment, told, tookBack, movedOn: null }
}

/** A line that says for which seat the table moves on. */
export function movedOn(moment: number, seat: number): Entry {
  return { ...entry(moment, null), movedOn: seat }
}

export function entriesOf(story: Story): Entry[] {
  return story.moments.flatMap(({ moment, events }) => events.map((told) => entry(moment, told)))
}

/** The story as the server tells it, and behind it what was heard live while it was on its way. */
export function joined(story: readonly Entry[], live: readonly Entry[]): Entry[] {
  const last = story.at(-1)?.moment ?? -1
  return [...story, ...live.filter((one) => one.moment > last)]
}

/** An answer was taken back: what followed from it did not happen. */
export function takenBack(entries: readonly Entry[], moment: number, seat: number): Entry[] {
  return [...entries.filter((one) => one.moment <= moment), entry(moment, null, seat)]
}

/** Whose doing an event was: the seat that it names, or the player whose part it names. */
export function actorOf(told: Told, view: Record<string, unknown> | null): number | null {
  const { seat, who } = told.args
  if (typeof seat === 'number') return seat
  if (typeof who !== 'string' || !Array.isArray(view?.players)) return null
  const player = view.players.findIndex((one: { who?: unknown }) => one.who === who)
  return player < 0 ? null : player
}
