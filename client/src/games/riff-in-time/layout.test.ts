import { describe, expect, it } from 'vitest'

import { circuits, lay, nudge, plateWidth, stands, way } from './layout'
import type { PlaceView, PlayerView } from './view'

const NEAR: Record<number, number[]> = {
  0: [1, 4, 6, 9],
  1: [0, 2, 10],
  2: [1, 3, 7],
  3: [2, 4, 8],
  4: [0, 3, 5],
  5: [4, 6, 10],
}
NEAR[6] = [0, 5, 7]
NEAR[7] = [2, 6, 8]
NEAR[8] = [3, 7, 9]
NEAR[9] = [0, 8, 10]
NEAR[10] = [1, 5, 9]

function places(): PlaceView[] {
  return Array.from({ length: 11 }, (_, position) => ({
    place: `p${position}`,
    position,
    level: 5,
    near: (NEAR[position] ?? []).map((other) => `p${other}`),
    personages: [],
  }))
}

function player(place: string, booth: string[] = []): PlayerView {
  return { seat: 0, who: 'bill', place, booth, triumphs: [], objective: '', stage: 0, completed: false, actions: [] }
}

const SIZES = [
  [776, 566],
  [366, 430],
  [500, 300],
  [720, 520],
  [656, 480],
] as const

describe('the map', () => {
  it.each(SIZES)('keeps every dial on a board of %i by %i, apart from the others', (width, height) => {
    const layout = lay(width, height)

    for (const [i, spot] of layout.spots.entries()) {
      expect(spot.x - layout.dial / 2).toBeGreaterThanOrEqual(0)
      expect(spot.x + layout.dial / 2).toBeLessThanOrEqual(width)
      expect(spot.y - layout.dial / 2).toBeGreaterThanOrEqual(0)
      expect(spot.y + layout.dial / 2).toBeLessThanOrEqual(height)
      for (const other of layout.spots.slice(i + 1)) {
        expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThan(layout.dial)
      }
    }
  })

  it('draws every circuit once', () => {
    const lines = circuits({ places: places() }, lay(776, 566))

    expect(lines).toHaveLength(17)
    expect(new Set(lines.map(({ from, to }) => `${from}-${to}`)).size).toBe(17)
  })

  it('bends circuits that cross the middle around San Dimas, to three sides', () => {
    const layout = lay(776, 566)
    const [middle] = layout.spots
    const lines = circuits({ places: places() }, layout)

    const crossing = lines.filter(({ from, to }) => from !== 0 && Math.abs(from - to) === 5)

    expect(crossing).toHaveLength(3)
    for (const { course } of crossing) {
      const near = Math.min(...course.map((spot) => Math.hypot(spot.x - (middle?.x ?? 0), spot.y - (middle?.y ?? 0))))
      expect(near).toBeGreaterThan(layout.heart / 2)
    }
  })

  it('leads along a circuit both ways, and nowhere where none is', () => {
    const lines = circuits({ places: places() }, lay(776, 566))

    expect(way(lines, 7, 2)).toEqual([...way(lines, 2, 7)].reverse())
    expect(way(lines, 2, 9)).toEqual([])
  })

  it('moves a long name back onto the board', () => {
    const layout = lay(366, 430)
    const wide = plateWidth('Washington'.length, false, layout)

    expect(nudge(40, wide, layout) + 40 - wide / 2).toBeCloseTo(0)
    expect(nudge(183, wide, layout)).toBe(0)
  })
})

describe('the pieces', () => {
  it('stand at their place: who belongs there to the left of the dial, a stranger to the right', () => {
    const layout = lay(776, 566)
    const view = {
      places: places().map((one) => (one.position === 1 ? { ...one, personages: ['native', 'stranger'] } : one)),
      players: [],
    }

    const { personages } = stands(view, { native: 'p1', stranger: 'p5' }, layout)

    const x = layout.spots[1]?.x ?? 0
    expect(personages.native?.x).toBeLessThan(x)
    expect(personages.stranger?.x).toBeGreaterThan(x)
  })

  it.each(SIZES)('of a whole band with passengers in one place keep off San Dimas on %i by %i', (width, height) => {
    const layout = lay(width, height)
    const players = [player('p8', ['a', 'b']), player('p8'), player('p8', ['c']), player('p8')]

    const { booths, personages } = stands({ places: places(), players }, {}, layout)

    expect(booths).toHaveLength(4)
    expect(personages.a?.scale).toBeLessThan(1)
    for (const { x } of booths) expect(x).toBeLessThan((layout.spots[0]?.x ?? 0) - layout.heart / 2 + 10)
  })

  it.each(SIZES)('of a band with passengers cover no other dial on %i by %i, wherever they are', (width, height) => {
    const layout = lay(width, height)
    for (const place of places().slice(1)) {
      const players = [player(place.place, ['a', 'b']), player(place.place, ['c'])]

      const { booths, personages } = stands({ places: places(), players }, {}, layout)

      for (const piece of [...booths, ...Object.values(personages)]) {
        for (const [position, spot] of layout.spots.entries()) {
          if (position === place.position) continue
          const apart = Math.hypot(piece.x - spot.x, piece.y - spot.y)
          expect(apart, `${place.place} and ${position}`).toBeGreaterThan(layout.dial / 2)
        }
      }
    }
  })

  it('stand beside San Dimas where the board is too low for them below it', () => {
    const layout = lay(500, 290)
    const middle = layout.spots[0]?.x ?? 0

    const { booths } = stands({ places: places(), players: [player('p0'), player('p0')] }, {}, layout)

    for (const { x } of booths) expect(x).toBeLessThan(middle - layout.heart / 2)
  })
})
