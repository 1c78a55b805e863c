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

/** For every space in which something stands; in `room`, with room for one booth more, which comes last. */
export function spreads(view: Shown, room: string | null = null): Map<string, Spreads> {
  const taken = [...view.stacks, ...view.seats.map((seat) => seat.booth), ...Object.values(view.dudes)]
  const spaces = new Set(taken.map(({ space }) => space))
  if (room) spaces.add(room)
  return new Map(
    [...spaces].map((space) => {
      const { stacks, booths, dudes } = contents(view, space)
      return [space, arrange(stacks.length, booths.length + Number(space === room), dudes.length)]
    }),
  )
}

export function arrange(stacks: number, booths: number, dudes: number): Spreads {
  const kinds = Number(stacks > 0) + Number(booths > 0) + Number(dudes > 0)
  if (kinds > 1) return mixed(stacks, booths, dudes)
  return { stacks: crowd(stacks, 22, 1), booths: crowd(booths, 23, 0.98), dudes: crowd(dudes, 22, 1.2) }
}

/** Characters above on the left, booths below, evil dudes in the top right corner. */
function mixed(stacks: number, booths: number, dudes: number): Spreads {
  const right = dudes > 0
  if (stacks === 0) {
    return { stacks: [], booths: moved(crowd(booths, 19, 0.8), -9, 11), dudes: corner(dudes) }
  }
  if (booths === 0) {
    return { stacks: moved(crowd(stacks, 19, 0.84), -10, 9), booths: [], dudes: corner(dudes) }
  }
  const above = right ? row(stacks, 48, 0.7, 0.5) : row(stacks, 84, 0.74, 0.6)
  return {
    stacks: moved(above, right ? -20 : stacks === 1 ? -18 : 0, -20),
    booths: moved(row(booths, 84, 0.66, 0.58), right || stacks > 1 ? 0 : booths === 1 ? 20 : 4, booths === 1 ? 21 : 23),
    dudes: corner(dudes),
  }
}

/** Any number in the middle: one alone, two side by side, more in a ring. */
function crowd(count: number, radius: number, scale: number): Spread[] {
  if (count === 0) return []
  if (count === 1) return [{ x: 0, y: 0, scale }]
  if (count === 2) return [-1, 1].map((side) => ({ x: side * radius, y: 0, scale: scale * 0.72 }))
  const small = scale * (count === 3 ? 0.66 : count === 4 ? 0.62 : 0.46)
  const first = count === 4 ? -3 * (Math.PI / 4) : -Math.PI / 2
  const wide = count === 3 ? radius * 1.15 : radius * 1.35
  return Array.from({ length: count }, (_, i) => {
    const angle = first + (2 * Math.PI * i) / count
    return { x: wide * Math.cos(angle), y: wide * Math.sin(angle), scale: small }
  })
}

/** Side by side within a width: one may be large, more share the room. */
function row(count: number, width: number, one: number, most: number): Spread[] {
  const scale = count === 1 ? one : Math.min(most, width / count / 62)
  const gap = Math.min(62 * scale + 4, width / Math.max(1, count))
  return Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * gap, y: 0, scale }))
}

function corner(dudes: number): Spread[] {
  if (dudes === 1) return [{ x: 27, y: -26, scale: 0.86 }]
  return moved(row(dudes, 64, 0.86, 0.7), 16, -27)
}

function moved(spreads: Spread[], x: number, y: number): Spread[] {
  return spreads.map((each) => ({ ...each, x: each.x + x, y: each.y + y }))
}
