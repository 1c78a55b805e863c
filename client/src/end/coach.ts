/** The coach's figures as bars, and which lessons to show. */
import type { CourseOfGame, LessonOfGame, SeatParts } from '../protocol/types'

export interface Bar {
  part: 'decision' | 'luck' | 'others'
  value: number
  /** In percentage points, to the left of the middle for a loss. */
  x: number
  width: number
}

const PARTS = ['decision', 'luck', 'others'] as const
const MOST_LESSONS = 3

/** One bar for each part; a seat that plays alone has no others. A part of more than the whole is drawn as the whole. */
export function bars(parts: SeatParts, seats: number): Bar[] {
  return PARTS.filter((part) => part !== 'others' || seats > 1).map((part) => {
    const value = parts[part]
    const width = Math.min(100, Math.abs(value) * 100)
    return { part, value, x: value < 0 ? -width : 0, width }
  })
}

/** The most expensive moments of my seats; a spectator sees those of everybody. */
export function lessonsFor(course: CourseOfGame, mine: readonly number[]): LessonOfGame[] {
  const all = course.lessons ?? []
  return all.filter(({ seat }) => mine.length === 0 || mine.includes(seat)).slice(0, MOST_LESSONS)
}
