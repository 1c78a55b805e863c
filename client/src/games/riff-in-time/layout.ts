/** Where things lie on the board: ten places around San Dimas, circuits between them, pieces at each place. */
import type { View } from './view'

export interface Spot {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  /** Across a dial, and across the dial of San Dimas. */
  dial: number
  heart: number
  /** Little room: no scenery, no names beside figures. */
  small: boolean
  /** Long names are shortened. */
  brief: boolean
  /** By position; San Dimas is 0. */
  spots: readonly Spot[]
}

const AROUND = 10
const HIGHEST = [10, 1, 2]
const BELOW_A_NAME = [3, 5, 7, 9]
/** Less than 1 makes the ring squarer than an ellipse, so that places at the sides have room. */
const SQUARE = 0.84
export const PLATE = 20

/** The middle of every place, for a board of this size. */
export function lay(width: number, height: number): Layout {
  const small = width < 560 || height < 400
  const dial = clamp(0.112 * Math.min(width, height * 1.28), small ? 46 : 56, 140)
  const heart = dial * (small ? 1.55 : 1.6)
  const aside = small ? Math.max(dial * 0.95, 46) : dial * 1.12
  const above = dial * (small ? 0.62 : 0.98)
  const below = dial * 0.5 + PLATE + boothSize(dial).height + 6
  const rx = Math.max(width / 2 - aside, 80)
  const ry = Math.max((height - above - below) / 2, 80)
  const middle = { x: width / 2, y: above + ry }
  const spots: Spot[] = [middle]
  for (let position = 1; position <= AROUND; position++) {
    const turn = ((position - 1) / AROUND) * 2 * Math.PI
    spots.push({ x: middle.x + rx * square(Math.sin(turn)), y: middle.y - ry * square(Math.cos(turn)) })
  }
  return { width, height, dial, heart, small, brief: small || height < 560, spots }
}

/** About how wide a name of that many letters is. */
export function plateWidth(letters: number, heart: boolean, layout: Layout): number {
  if (heart) return letters * (layout.small ? 8 : 9) + 16
  return layout.small ? letters * 6.2 + 22 : letters * 7.2 + 34
}

/** How far above the middle of a dial the figures beside it stand, in dials: beside the names of the highest places,
    and below those of their upper neighbours. */
export function lift(position: number, layout: Pick<Layout, 'small'>): number {
  if (BELOW_A_NAME.includes(position)) return layout.small ? -0.2 : 0.02
  return layout.small && HIGHEST.includes(position) ? 0.32 : 0.16
}

/** How far a name has to move so that it stays on the board. */
export function nudge(x: number, plate: number, layout: Layout): number {
  return clamp(x, plate / 2, Math.max(layout.width - plate / 2, plate / 2)) - x
}

export function boothSize(dial: number): { width: number; height: number } {
  const height = clamp(dial * 0.5, 28, 70)
  return { width: height * 0.78, height }
}

export function figureSize(dial: number): { width: number; height: number } {
  const height = clamp(dial * 0.6, 30, 84)
  return { width: height * 0.8, height }
}

/** A line of a circuit between two positions, with its course as points. */
export interface Line {
  from: number
  to: number
  d: string
  course: readonly Spot[]
}

/** Every circuit once; those that would run through San Dimas bend around it, each to a side of its own. */
export function circuits(view: Pick<View, 'places'>, layout: Layout): Line[] {
  const position = new Map(view.places.map((place) => [place.place, place.position]))
  const lines: Line[] = []
  const bends: number[] = []
  for (const place of view.places) {
    for (const near of place.near) {
      const to = position.get(near)
      if (to === undefined || to <= place.position) continue
      lines.push(line(place.position, to, layout, bends))
    }
  }
  return lines
}

function line(from: number, to: number, layout: Layout, bends: number[]): Line {
  const a = layout.spots[from] as Spot
  const b = layout.spots[to] as Spot
  const middle = layout.spots[0] as Spot
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  let bend = half
  if (from !== 0) {
    if (isNeighbour(from, to)) bend = along(middle, half, 1.05)
    else bend = around(a, b, half, middle, layout.heart, bends)
  }
  return { from, to, ...curve(a, bend, b) }
}

export function isNeighbour(from: number, to: number): boolean {
  const apart = Math.abs(from - to)
  return apart === 1 || apart === AROUND - 1
}

/** The bend of a circuit that crosses the middle: of its two sides, the one farther from earlier bends. */
function around(a: Spot, b: Spot, half: Spot, middle: Spot, heart: number, bends: number[]): Spot {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const side = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length }
  const angles = [Math.atan2(side.y, side.x), Math.atan2(-side.y, -side.x)]
  const room = angles.map((angle) => Math.min(Math.PI, ...bends.map((other) => between(angle, other))))
  const [first = 0, second = 0] = room
  // With nothing to go by, downwards: the name of San Dimas is short and its frames are widest above.
  const taken = Math.abs(first - second) < 0.01 ? (side.y > 0 ? 0 : 1) : first > second ? 0 : 1
  bends.push(angles[taken] as number)
  const way = taken === 0 ? 1 : -1
  const clear = heart * 1.9
  return {
    x: middle.x + side.x * way * clear + (half.x - middle.x),
    y: middle.y + side.y * way * clear + (half.y - middle.y),
  }
}

function between(one: number, other: number): number {
  const apart = Math.abs(one - other) % (2 * Math.PI)
  return Math.min(apart, 2 * Math.PI - apart)
}

function curve(a: Spot, bend: Spot, b: Spot): { d: string; course: Spot[] } {
  const course = Array.from({ length: 13 }, (_, i) => {
    const t = i / 12
    return {
      x: (1 - t) ** 2 * a.x + 2 * (1 - t) * t * bend.x + t ** 2 * b.x,
      y: (1 - t) ** 2 * a.y + 2 * (1 - t) * t * bend.y + t ** 2 * b.y,
    }
  })
  return { d: `M${at(a)}Q${at(bend)} ${at(b)}`, course }
}

/** The way from one position to another along its circuit; nothing where none joins them. */
export function way(lines: readonly Line[], from: number, to: number): readonly Spot[] {
  const there = lines.find((one) => one.from === from && one.to === to)
  if (there) return there.course
  const back = lines.find((one) => one.from === to && one.to === from)
  return back ? [...back.course].reverse() : []
}

/** Where a piece stands: personages beside the dial of their place or behind a booth, booths near the name. */
export interface Stand {
  x: number
  y: number
  scale: number
  position: number
}

export interface Pieces {
  booths: readonly Stand[]
  personages: Readonly<Record<string, Stand>>
}

const ABOARD = 0.62

/** `homes`: where each personage belongs; one at home stands to the left of the dial, a stranger to the right. */
export function stands(
  view: Pick<View, 'places' | 'players'>,
  homes: Readonly<Record<string, string>>,
  layout: Layout,
): Pieces {
  const booths: Stand[] = []
  const personages: Record<string, Stand> = {}
  const figure = figureSize(layout.dial)
  for (const place of view.places) {
    const spot = layout.spots[place.position] as Spot
    const across = place.position === 0 ? layout.heart : layout.dial
    const strangers = (place.personages ?? []).filter((who) => homes[who] !== place.place)
    for (const { booth, stand, who } of row(view, place, strangers.length, layout)) {
      if (who) personages[who] = stand
      else booths[booth] = stand
    }
    const side = across / 2 + figure.width * (place.position === 0 ? 0.5 : 0.34)
    for (const who of place.personages ?? []) {
      const n = strangers.indexOf(who)
      const x = n < 0 ? -side : side + n * figure.width * (place.position === 0 ? 0.8 : 0.5)
      const y = -across * lift(place.position, layout) + Math.max(n, 0) * 3
      personages[who] = { x: spot.x + x, y: spot.y + y, scale: 1, position: place.position }
    }
  }
  return { booths, personages }
}

interface InRow {
  booth: number
  who?: string
  stand: Stand
}

/** Booths in a row, each followed by its passengers: below the name, or inwards where the ring runs upright. */
function row(view: Pick<View, 'players'>, place: View['places'][number], strangers: number, layout: Layout): InRow[] {
  const spot = layout.spots[place.position] as Spot
  const middle = layout.spots[0] as Spot
  const across = place.position === 0 ? layout.heart : layout.dial
  const booth = boothSize(layout.dial)
  const figure = figureSize(layout.dial)
  const found: { booth: number; who?: string; width: number }[] = []
  view.players.forEach((player, index) => {
    if (player.place !== place.place) return
    found.push({ booth: index, width: booth.width + 4 })
    for (const who of player.booth) found.push({ booth: index, who, width: figure.width * ABOARD * 0.86 })
  })
  const width = found.reduce((sum, one) => sum + one.width, 0)
  const lowest = Math.max(...layout.spots.map((one) => one.y)) - layout.dial / 2
  // A low board has no room below San Dimas.
  const squeezed = place.position === 0 && spot.y + across / 2 + PLATE + booth.height > lowest
  const upright = place.position > 0 && Math.abs(spot.y - middle.y) < layout.height * 0.24
  let x = spot.x - width / 2
  let ground = spot.y + across / 2 + PLATE + booth.height + (place.position === 0 ? 14 : 4)
  let tight = 1
  if (squeezed) {
    x = spot.x - across / 2 - width - 6
    ground = spot.y + booth.height / 2
  }
  if (place.position > 0 && !upright) {
    // It hangs beside the neighbours that lie lower: clear of their dials and of the figures there.
    const reach = layout.dial / 2 + figure.width * 0.84
    let low = 0
    let high = layout.width
    for (const next of layout.spots.filter((_, position) => position > 0 && isNeighbour(place.position, position))) {
      if (next.y <= spot.y) continue
      if (next.x > spot.x) high = Math.min(high, next.x - reach)
      else low = Math.max(low, next.x + reach)
    }
    tight = Math.min(1, (high - low) / Math.max(width, 1))
    x = clamp(x, low, high - width * tight)
  }
  if (upright) {
    // Beyond the figures there: strangers to the right of a dial, natives to the left of it.
    const beside = spot.x < middle.x ? (strangers > 0 ? 0.9 + 0.5 * (strangers - 1) : 0.2) : 0.9
    const start = across / 2 + figure.width * beside
    tight = Math.min(
      1,
      Math.max(Math.abs(middle.x - spot.x) - layout.heart / 2 - start, booth.width) / Math.max(width, 1),
    )
    x = spot.x < middle.x ? spot.x + start : spot.x - start - width * tight
    ground = spot.y + across * 0.36
  }
  return found.map(({ booth: index, who, width: wide }) => {
    const tall = who ? figure.height * ABOARD : booth.height
    const stand = { x: x + (wide * tight) / 2, y: ground - tall / 2, scale: who ? ABOARD : 1, position: place.position }
    x += wide * tight
    return { booth: index, who, stand }
  })
}

function along(from: Spot, to: Spot, far: number): Spot {
  return { x: from.x + (to.x - from.x) * far, y: from.y + (to.y - from.y) * far }
}

function square(part: number): number {
  return Math.sign(part) * Math.abs(part) ** SQUARE
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

function at(spot: Spot): string {
  return `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`
}
