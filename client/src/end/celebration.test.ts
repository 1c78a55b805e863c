import { expect, it } from 'vitest'

import { pieces } from './celebration'

it('rains in the colours of the winners, over the whole width', () => {
  const found = pieces(['p2', 'p5'])
  expect(new Set(found.map(({ colour }) => colour))).toEqual(new Set(['p2', 'p5']))
  expect(Math.min(...found.map(({ left }) => left))).toBeLessThan(10)
  expect(Math.max(...found.map(({ left }) => left))).toBeGreaterThan(90)
})

it('does not rain if nobody won', () => {
  expect(pieces([])).toEqual([])
})
