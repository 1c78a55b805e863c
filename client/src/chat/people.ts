/** The people whom the host of a table can mute and remove. */
import type { Chair, Spectator } from '../protocol/types'

export interface Person {
  /** The seat, or the handle of a spectator: what Chat names somebody by. */
  key: string
  name: string
  seat: number | null
  handle: string
  muted: boolean
  removed: boolean
}

/** Return the other players, then spectators who wrote; the person in question comes first. */
export function personsOf(
  chairs: readonly Chair[],
  mine: readonly number[],
  spectators: readonly Spectator[],
  about = '',
): Person[] {
  const players = chairs.flatMap((chair, seat) =>
    chair.kind === 'person' && !mine.includes(seat)
      ? [{ key: String(seat), name: chair.name ?? '', seat, handle: '', muted: chair.muted ?? false, removed: false }]
      : [],
  )
  const others = spectators.map(({ handle, name, muted, removed }) => ({
    key: handle,
    name,
    seat: null,
    handle,
    muted: muted ?? false,
    removed: removed ?? false,
  }))
  const all = [...players, ...others]
  return [...all.filter((person) => person.key === about), ...all.filter((person) => person.key !== about)]
}
