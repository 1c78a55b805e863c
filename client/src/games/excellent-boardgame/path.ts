/** The way of a booth, told by events, as lines and marks on the board. */
import type { Told } from '../../protocol/types'
import { kindOf, type PieceView } from './shown'
import { CELL, centre, step, type Point } from './spaces'

/** Where the booth pauses: after every symbol. */
export interface Stop extends Point {
  space: string
  facing: string
  /** It turned on the spot here, last in this direction. */
  turn?: string
  /** The card whose last symbol ends here: 1 or 2. */
  card?: number
}

export interface Way {
  /** Where it begins; there is a mark if the booth turns before it moves. */
  start: Stop
  /** One line; where it leaves over the edge, it comes in again on the other side. */
  line: string
  /** Where it crosses the edge, and in which direction. */
  crossings: (Point & { dx: number; dy: number })[]
  stops: Stop[]
  end: PieceView
  picked: { space: string; character: string }[]
  dropped: { space: string; character: string }[]
  /** Spaces where an evil dude keeps the booth from picking up. */
  barred: string[]
}

export interface Size {
  width: number
  height: number
}

/** A second visit to a space is drawn beside the first, so that no line hides another. */
const BESIDE: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 15, y: 15 },
  { x: -15, y: -15 },
  { x: 15, y: -15 },
  { x: -15, y: 15 },
]

export function way(from: PieceView, events: readonly Told[], size: Size, beside: Point = BESIDE[0] as Point): Way {
  const visits = new Map<string, number>([[from.space, 1]])
  const { x, y } = centre(from.space)
  const start: Stop = { x: x + beside.x, y: y + beside.y, ...from }
  let here = start
  const found: Way = {
    start,
    line: `M${xy(here)}`,
    crossings: [],
    stops: [],
    end: from,
    picked: [],
    dropped: [],
    barred: [],
  }
  let card = 0

  for (const told of events) {
    const { space, facing, symbol, character } = told.args as Record<string, string>
    switch (kindOf(told)) {
      case 'card_followed':
        if (card > 0) here.card = card
        card += 1
        break
      case 'dude_moved':
      case 'booth_moved': {
        const next = { ...visit(visits, space as string), space: space as string, facing: facing as string }
        draw(found, here, next, told.args.wrapped === true, size)
        found.stops.push((here = next))
        break
      }
      case 'booth_turned':
        here.facing = facing as string
        here.turn = symbol
        break
      case 'character_picked_up':
        found.picked.push({ space: space as string, character: character as string })
        break
      case 'character_dropped':
        found.dropped.push({ space: space as string, character: character as string })
        break
      case 'pick_up_barred':
        found.barred.push(space as string)
        break
    }
  }
  if (card > 0) here.card = card
  found.end = { space: here.space, facing: here.facing }
  return found
}

function visit(visits: Map<string, number>, space: string): Point {
  const before = visits.get(space) ?? 0
  visits.set(space, before + 1)
  const { x, y } = centre(space)
  const beside = BESIDE[before % BESIDE.length] as Point
  return { x: x + beside.x, y: y + beside.y }
}

function draw(way: Way, a: Stop, b: Stop, wrapped: boolean, size: Size): void {
  if (!wrapped) {
    way.line += `L${xy(b)}`
    return
  }
  const { x: dx, y: dy } = step(a.space, b.space)
  const out = edge(a, dx, dy, size)
  const back = edge(b, -dx, -dy, size)
  way.line += `L${xy(out)}M${xy(back)}L${xy(b)}`
  way.crossings.push({ ...out, dx, dy }, { ...back, dx, dy })
}

/** A little beyond the edge of the board, straight ahead of a point. */
function edge(from: Point, dx: number, dy: number, { width, height }: Size): Point {
  const beyond = 8
  return {
    x: dx === 0 ? from.x : dx > 0 ? width * CELL + beyond : -beyond,
    y: dy === 0 ? from.y : dy > 0 ? height * CELL + beyond : -beyond,
  }
}

function xy({ x, y }: Point): string {
  return `${x} ${y}`
}
