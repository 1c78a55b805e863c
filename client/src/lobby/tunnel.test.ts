import { expect, it } from 'vitest'

import { circuits, frames } from './tunnel'

it('shrinks and turns from frame to frame, towards a point', () => {
  const all = frames()
  for (const [i, frame] of all.entries()) {
    const before = all[i - 1]
    if (before) expect(frame.size).toBeLessThan(before.size)
    if (before) expect(frame.turn).toBeGreaterThan(before.turn)
  }
})

it('leads its circuits out to both sides', () => {
  const ends = circuits().map((circuit) => Math.sign(circuit.x))
  expect(new Set(ends)).toEqual(new Set([1, -1]))
})
