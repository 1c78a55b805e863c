/** Circuits between a linchpin and what follows it: they run between the cards, from the cause to its effects. */
const POSITIONS = 24

/** How many columns: a row of the TimeLine takes two lines where six headlines side by side could not be read. */
export const COLUMNS = { wide: 6, narrow: 3 }
export const NARROW = 480

export interface Size {
  width: number
  height: number
  columns: number
}

export function rowsOf({ columns }: Pick<Size, 'columns'>): number {
  return POSITIONS / columns
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
  const trunk = trunkOf(from, targets, size.columns)
  const found = targets.map((to) => {
    const points = route(cell(from, size.columns), cell(to, size.columns), trunk, size)
    return { from, to, path: rounded(points, 8), length: lengthOf(points) }
  })
  return found.sort((a, b) => a.length - b.length || a.to - b.to)
}

function cell(index: number, columns: number): Cell {
  return { row: Math.floor(index / columns), column: index % columns }
}

/** The gap above or below a position (0: above the first row) along which most of its lines can run. */
export function trunkOf(from: number, targets: readonly number[], columns = COLUMNS.wide): number {
  const { row } = cell(from, columns)
  const score = (gap: number) =>
    targets.filter((to) => touches(cell(to, columns), gap)).length + (gap > 0 && gap < rowsOf({ columns }) ? 0.5 : 0)
  return score(row) > score(row + 1) ? row : row + 1
}

function touches({ row }: Cell, gap: number): boolean {
  return gap === row || gap === row + 1
}

function route(from: Cell, to: Cell, trunk: number, { width, height, columns }: Size): Point[] {
  const x = (column: number) => (column * width) / columns
  const y = (row: number) => (row * height) / rowsOf({ columns })
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
