/** When each event turns over: the linchpin at once, the others one after another as the line reaches them. */
import type { Flips } from './flips'
import type { Line } from './lines'
import { GROW, STEP } from './pace'
import type { Position } from './printed'

export function delays(turns: Flips, lines: readonly Line[], places: readonly Position[]): ReadonlyMap<string, number> {
  const found = new Map([...turns.keys()].map((at) => [at, 0]))
  lines.forEach((line, i) => found.set(places[line.to]?.at ?? '', GROW + STEP * i))
  return found
}
