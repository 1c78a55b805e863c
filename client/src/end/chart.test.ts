import { describe, expect, it } from 'vitest'

import { curves, HEIGHT, marks, WIDTH } from './chart'

const course = {
  points: [
    { moment: 0, chances: [0.5, 0.5] },
    { moment: 5, chances: [0.25, 0.75] },
    { moment: 10, chances: [1, 0] },
  ],
  turns: [{ moment: 5, seat: 0, change: 0.75 }],
}

describe('the course of a game', () => {
  it('is one line a seat, over the whole width', () => {
    const [first, second] = curves(course, false)
    expect(first?.d).toBe(`M0 ${HEIGHT / 2}L${WIDTH / 2} ${HEIGHT * 0.75}L${WIDTH} 0`)
    expect(second?.d).toContain(`L${WIDTH} ${HEIGHT}`)
  })

  it('is one line where all win or lose together', () => {
    expect(curves(course, true)).toHaveLength(1)
  })

  it('marks a turning point where its consequence shows', () => {
    expect(marks(course)).toEqual([{ moment: 5, seat: 0, change: 0.75, x: WIDTH, y: 0 }])
  })
})
