/** Circuits between a linchpin and what follows it: they run between the cards, from the cause to its effects. */
export const COLUMNS = 6
export const ROWS = 4

export interface Size {
  width: number
  height: number
}

type Point = readonly [x: number, y: number]
interface Cell {
  row: number
  column: number
}

export interface Line {
  /** Where it begins and ends: indexes of positions in reading order. */
  from: number
  to: number
  path: string
  length: number
}

/** The lines from one position to others, the shortest first: the order in which a ripple reaches them. */
export function lines(from: number, targets: readonly number[], size: Size): Line[] {
  const trunk = trunkOf(from, targets)
  const found = targets.map((to) => {
    const points = route(cell(from), cell(to), trunk, size)
    return { from, to, path: rounded(points, 8), length: lengthOf(points) }
  })
  return found.sort((a, b) => a.length - b.length || a.to - b.to)
}

function cell(index: number): Cell {
  return { row: Math.floor(index / COLUMNS), column: index % COLUMNS }
}

/** The gap above or below a position (0: above the first row) along which most of its lines can run. */
export function trunkOf(from: number, targets: readonly number[]): number {
  const { row } = cell(from)
  const score = (gap: number) =>
    targets.filter((to) => touches(cell(to), gap)).length + (gap > 0 && gap < ROWS ? 0.5 : 0)
  return score(row) > score(row + 1) ? row : row + 1
}

function touches({ row }: Cell, gap: number): boolean {
  return gap === row || gap === row + 1
}

function route(from: Cell, to: Cell, trunk: number, { width, height }: Size): Point[] {
  const x = (column: number) => (column * width) / COLUMNS
  const y = (row: number) => (row * height) / ROWS
  const start: Point = [x(from.column + 0.5), y(from.row + 0.5)]
  const end: Point = [x(to.column + 0.5), y(to.row + 0.5)]
  const shared = [trunk, from.row, from.row + 1].find((gap) => touches(from, gap) && touches(to, gap))
  if (shared !== undefined) return [start, [start[0], y(shared)], [end[0], y(shared)], end]
  const away = to.row < from.row ? from.row : from.row + 1
  const near = to.row < from.row ? to.row + 1 : to.row
  const between = x(
    to.column < from.column || (to.column === from.column && to.column === 0) ? to.column + 1 : to.column,
  )
  return [start, [start[0], y(away)], [between, y(away)], [between, y(near)], [end[0], y(near)], end]
}

function lengthOf(points: readonly Point[]): number {
  let whole = 0
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (before) whole += Math.abs(point[0] - before[0]) + Math.abs(point[1] - before[1])
  }
  return whole
}

/** A path along points with bent corners. */
function rounded(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M${spot(first)}`
  let before = first
  for (const [i, corner] of rest.entries()) {
    const next = rest[i + 1]
    if (!next) return `${path}L${spot(corner)}`
    path += `L${spot(towards(corner, before, radius))}Q${spot(corner)} ${spot(towards(corner, next, radius))}`
    before = corner
  }
  return path
}

/** The point that lies `radius` away from a corner, or half way to a near one. */
function towards(corner: Point, other: Point, radius: number): Point {
  const [dx, dy] = [other[0] - corner[0], other[1] - corner[1]]
  const far = Math.hypot(dx, dy)
  if (far === 0) return corner
  const part = Math.min(radius, far / 2) / far
  return [corner[0] + dx * part, corner[1] + dy * part]
}

function spot([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}
