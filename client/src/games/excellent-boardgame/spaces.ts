/** Where the spaces lie on the drawing. The board has no rim: what leaves on one side comes in on the other. */
export const CELL = 100
/** Room around the board for the names of rows and columns, and for what leaves it. */
export const RIM = 40

export interface Point {
  x: number
  y: number
}

/** "C2" is the third space of the second row: columns by letters from the west, rows by numbers from the north. */
export function spot(space: string): { column: number; row: number } {
  return { column: space.charCodeAt(0) - 65, row: Number(space.slice(1)) - 1 }
}

export function spaceAt(column: number, row: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`
}

export function centre(space: string): Point {
  const { column, row } = spot(space)
  return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL }
}

/** The way of one step, in spaces: also over the edge, where the two ends lie far apart. */
export function step(from: string, to: string): Point {
  const a = spot(from)
  const b = spot(to)
  return { x: near(b.column - a.column), y: near(b.row - a.row) }
}

function near(distance: number): number {
  return Math.abs(distance) > 1 ? -Math.sign(distance) : distance
}

/** The next space in a direction, as on a torus. */
export function neighbour(space: string, dx: number, dy: number, width: number, height: number): string {
  const { column, row } = spot(space)
  return spaceAt((column + dx + width) % width, (row + dy + height) % height)
}

const FACINGS = ['north', 'east', 'south', 'west']

/** A pointer that is turned from facing to facing, always the short way: a quarter turn is drawn as one. */
export class Needle {
  private angle = 0

  to(facing: string): number {
    const wanted = FACINGS.indexOf(facing) * 90
    this.angle = wanted + 360 * Math.round((this.angle - wanted) / 360)
    return this.angle
  }
}

/** One unit in the direction of a facing. */
export function ahead(facing: string): Point {
  const quarter = FACINGS.indexOf(facing)
  return { x: [0, 1, 0, -1][quarter] ?? 0, y: [-1, 0, 1, 0][quarter] ?? 0 }
}
