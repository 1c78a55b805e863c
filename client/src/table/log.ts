/** The log: events, by the moment that they led to. */
import type { Story, Told } from '../protocol/types'

export interface Entry {
  id: number
  moment: number
  told: Told | null
  /** The seat that undid its answer. */
  undone: number | null
  /** The seat for which the table answered, because its bot went round in circles. */
  movedOn: number | null
}

let next = 0

export function entry(moment: number, told: Told | null, undone: number | null = null): Entry {
  return { id: next++, moment, told, undone, movedOn: null }
}

/** A line that says for which seat the table moves on. */
export function movedOn(moment: number, seat: number): Entry {
  return { ...entry(moment, null), movedOn: seat }
}

export function entriesOf(story: Story): Entry[] {
  return story.moments.flatMap(({ moment, events }) => events.map((told) => entry(moment, told)))
}

/** Join the log from the server with the entries that arrived while it was loading. */
export function joined(story: readonly Entry[], live: readonly Entry[]): Entry[] {
  const last = story.at(-1)?.moment ?? -1
  return [...story, ...live.filter((one) => one.moment > last)]
}

/** Remove what followed from an answer that was undone. */
export function withUndo(entries: readonly Entry[], moment: number, seat: number): Entry[] {
  return [...entries.filter((one) => one.moment <= moment), entry(moment, null, seat)]
}

/** Return the seat that caused an event: the one it names, or the one whose character it names. */
export function actorOf(told: Told, view: Record<string, unknown> | null): number | null {
  const { seat, who } = told.args
  if (typeof seat === 'number') return seat
  if (typeof who !== 'string' || !Array.isArray(view?.players)) return null
  const player = view.players.findIndex((one: { who?: unknown }) => one.who === who)
  return player < 0 ? null : player
}
