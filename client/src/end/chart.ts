/** The course of a game as lines: one for each seat, from the first moment to the last. */
import type { CourseOfGame } from '../protocol/types'

export interface Curve {
  seat: number
  d: string
}
export interface Mark {
  moment: number
  seat: number
  change: number
  x: number
  y: number
}

export const WIDTH = 720
export const HEIGHT = 220

/** In a game won or lost together all chances are the same: one line is enough. */
export function curves(course: CourseOfGame, together: boolean): Curve[] {
  const seats = together ? 1 : (course.points[0]?.chances.length ?? 0)
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    d: course.points
      .map((point, index) => `${index ? 'L' : 'M'}${x(course, point.moment)} ${y(point.chances[seat] ?? 0)}`)
      .join(''),
  }))
}

export function marks(course: CourseOfGame): Mark[] {
  return course.turns.map((turn) => {
    const after = course.points.find((point) => point.moment > turn.moment) ?? course.points.at(-1)
    return {
      ...turn,
      x: x(course, after?.moment ?? turn.moment),
      y: y(after?.chances[turn.seat] ?? 0),
    }
  })
}

export function x(course: CourseOfGame, moment: number): number {
  const last = course.points.at(-1)?.moment ?? 0
  return last === 0 ? 0 : round((moment / last) * WIDTH)
}

export function y(chance: number): number {
  return round((1 - chance) * HEIGHT)
}

const round = (value: number) => Math.round(value * 10) / 10
