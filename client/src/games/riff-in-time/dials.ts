/** Dials: ten segments that fill clockwise, and three faces that tell calm, steady and danger apart without colour. */
export type Zone = 'calm' | 'steady' | 'danger'

export function zoneOf(level: number, green: number, red: number): Zone {
  return level <= green ? 'calm' : level >= red ? 'danger' : 'steady'
}

export const SEGMENTS = 10
const GAP = 4

/** Segment `i` of a ring around 50, 50 on a ground of 100. */
export function segment(i: number, radius = 43): string {
  const start = (i * 360) / SEGMENTS + GAP
  const end = ((i + 1) * 360) / SEGMENTS - GAP
  return `M${on(start, radius)}A${radius} ${radius} 0 0 1 ${on(end, radius)}`
}

/** A star with many short points. */
export function jagged(points = 12, outer = 36, inner = 29): string {
  return Array.from({ length: points * 2 }, (_, i) => on((i * 180) / points, i % 2 === 0 ? outer : inner)).join('L')
}

function on(degrees: number, radius: number): string {
  const turn = (degrees / 180) * Math.PI
  return `${(50 + radius * Math.sin(turn)).toFixed(1)} ${(50 - radius * Math.cos(turn)).toFixed(1)}`
}
