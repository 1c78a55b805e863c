import { describe, expect, it } from 'vitest'

import { lines, trunkOf } from './lines'
import { delays } from './ripple'
import type { Position } from './printed'

const SIZE = { width: 600, height: 400, columns: 6 }
const at = (row: number, column: number) => row * 6 + column

describe('lines', () => {
  it('run in the gap that most of the followers touch', () => {
    expect(trunkOf(at(1, 1), [at(1, 4), at(2, 2), at(2, 3)])).toBe(2)
  })

  it('stay inside of the grid where they can', () => {
    expect(trunkOf(at(0, 2), [at(0, 3)])).toBe(1)
    expect(trunkOf(at(3, 0), [at(3, 1)])).toBe(3)
  })

  it('leave a card, follow the gap and enter the next one', () => {
    const [line] = lines(at(1, 1), [at(2, 3)], SIZE)

    expect(line?.path).toBe(
      'M150.0 150.0L150.0 192.0Q150.0 200.0 158.0 200.0L342.0 200.0Q350.0 200.0 350.0 208.0L350.0 250.0',
    )
  })

  it('go up between two columns to reach a row further away', () => {
    const [line] = lines(at(2, 5), [at(0, 0)], SIZE)

    expect(line?.length).toBe(50 + 450 + 100 + 50 + 50)
    expect(line?.path).toContain('L100.0 108.0')
  })

  it('follow the cards where a row takes two lines', () => {
    const [line] = lines(at(0, 1), [at(0, 4)], { width: 300, height: 800, columns: 3 })

    expect(line?.length).toBe(100)
    expect(line?.path).toMatch(/^M150.0 50.0.*L150.0 150.0$/)
  })

  it('are told from the nearest to the farthest, and events turn in that order', () => {
    const found = lines(at(1, 1), [at(1, 4), at(2, 2), at(2, 3)], SIZE)
    const places = Array.from({ length: 24 }, (_, i) => ({ at: String(i) }) as Position)

    const times = delays(
      new Map([
        ['7', 'altered'],
        ['10', 'altered'],
      ]),
      found,
      places,
    )

    expect(found.map((line) => line.to)).toEqual([at(2, 2), at(2, 3), at(1, 4)])
    expect([...times]).toEqual([
      ['7', 0],
      ['10', 540],
      ['14', 360],
      ['15', 450],
    ])
  })
})
