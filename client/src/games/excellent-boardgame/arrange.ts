/** Where the pieces of one space stand, so that none hides another: places around its centre, and their scale. */
import { contents, type Shown } from './shown'

export interface Spread {
  x: number
  y: number
  scale: number
}

export interface Spreads {
  stacks: Spread[]
  booths: Spread[]
  dudes: Spread[]
}

const MIDDLE: Spread = { x: 0, y: 0, scale: 1 }

/** For every space in which something stands. */
export function spreads(view: Shown): Map<string, Spreads> {
  const taken = [...view.stacks, ...view.seats.map((seat) => seat.booth), ...Object.values(view.dudes)]
  return new Map(
    taken.map(({ space }) => {
      const { stacks, booths, dudes } = contents(view, space)
      return [space, arrange(stacks.length, booths.length, dudes.length)]
    }),
  )
}

export function arrange(stacks: number, booths: number, dudes: number): Spreads {
  const kinds = Number(stacks > 0) + Number(booths > 0) + Number(dudes > 0)
  if (kinds > 1) return mixed(stacks, booths, dudes)
  return { stacks: crowd(stacks, 21, 1), booths: crowd(booths, 22, 0.98), dudes: crowd(dudes, 21, 1.3) }
}

/** Characters above on the left, booths below, evil dudes in the top right corner. */
function mixed(stacks: number, booths: number, dudes: number): Spreads {
  const low = booths > 0
  const right = dudes > 0
  return {
    stacks: at(crowd(stacks, 15, low || right ? 0.74 : 1), right ? -15 : -4, low ? -17 : right ? 8 : 0),
    booths: stacks === 0 ? at(crowd(booths, 17, 0.78), -10, 12) : at(row(booths, 0.6), 8, 21),
    dudes: dudes === 1 ? [{ x: 27, y: -26, scale: 0.86 }] : at(row(dudes, 0.74), 16, -27),
  }
}

/** Any number in the middle: one alone, two side by side, more in a ring. */
function crowd(count: number, radius: number, scale: number): Spread[] {
  if (count === 0) return []
  if (count === 1) return [{ ...MIDDLE, scale }]
  if (count === 2) return [-1, 1].map((side) => ({ x: side * radius, y: -side * radius * 0.18, scale: scale * 0.64 }))
  const small = scale * (count === 3 ? 0.56 : count === 4 ? 0.54 : 0.46)
  const first = count === 4 ? -3 * (Math.PI / 4) : -Math.PI / 2
  const wide = count === 3 ? radius * 1.15 : radius * 1.3
  return Array.from({ length: count }, (_, i) => {
    const angle = first + (2 * Math.PI * i) / count
    return { x: wide * Math.cos(angle), y: wide * Math.sin(angle), scale: small }
  })
}

/** Side by side, closer together the more there are. */
function row(count: number, scale: number): Spread[] {
  const gap = Math.min(30, 66 / Math.max(1, count))
  const small = scale * Math.min(1, 2.6 / Math.max(2.6, count + 0.4))
  return Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * gap, y: 0, scale: small }))
}

function at(spreads: Spread[], x: number, y: number): Spread[] {
  return spreads.map((each) => ({ ...each, x: each.x + x, y: each.y + y }))
}
