import { describe, expect, it } from 'vitest'

import { bars, lessonsFor } from './coach'

const parts = { decision: -0.25, luck: 1.5, others: 0, verdict: 'coach.well.lucky' }
const lesson = (seat: number, moment: number) => ({
  seat,
  moment,
  given: {},
  better: {},
  given_key: '',
  better_key: '',
  chance: 0.5,
  loss: 0.1,
})

describe('the coach', () => {
  it('draws a loss to the left and a gain to the right, at most the whole', () => {
    expect(bars(parts, 2)).toEqual([
      { part: 'decision', value: -0.25, x: -25, width: 25 },
      { part: 'luck', value: 1.5, x: 0, width: 100 },
      { part: 'others', value: 0, x: 0, width: 0 },
    ])
  })

  it('has no others for a seat that plays alone', () => {
    expect(bars(parts, 1).map(({ part }) => part)).toEqual(['decision', 'luck'])
  })

  it('shows three lessons of my seats, or of everybody to a spectator', () => {
    const course = { points: [], turns: [], parts: [], lessons: [0, 1, 1, 1, 1].map(lesson) }
    expect(lessonsFor(course, [1]).map(({ moment }) => moment)).toEqual([1, 2, 3])
    expect(lessonsFor(course, []).map(({ seat }) => seat)).toEqual([0, 1, 1])
  })
})
