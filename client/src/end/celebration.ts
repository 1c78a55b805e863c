/** What rains at the end of a game that somebody won: always the same, so that two screens show one celebration. */
import type { Colour } from '../games/contract'

export interface Piece {
  colour: Colour
  /** In per cent of the width. */
  left: number
  /** In em, as is the way that it drifts sideways. */
  size: number
  drift: number
  /** In degrees. */
  turn: number
  /** In milliseconds. */
  delay: number
  long: number
}

const PIECES = 60
const GOLDEN = 0.618034

/** Return the pieces, spread evenly by the golden ratio. */
export function pieces(colours: readonly Colour[]): Piece[] {
  const spread = (index: number, times: number) => (index * GOLDEN * times) % 1
  return Array.from({ length: colours.length > 0 ? PIECES : 0 }, (_, index) => ({
    colour: colours[index % colours.length] as Colour,
    left: 100 * spread(index, 1),
    size: 0.6 + spread(index, 3),
    drift: 6 * spread(index, 5) - 3,
    turn: 720 * spread(index, 7) - 360,
    delay: 1400 * spread(index, 11),
    long: 2200 + 1800 * spread(index, 13),
  }))
}
