/** Moves a piece to where it stands now: straight, or along a circuit where one leads there. */
import type { Attachment } from 'svelte/attachments'

import type { Spot, Stand } from './layout'

interface Going {
  stand: Stand
  /** Changes with the size of the board: then pieces jump. */
  size: string
  motion: boolean
  way: (from: number, to: number) => readonly Spot[]
}

interface Before {
  stand: Stand
  size: string
}

const before = new WeakMap<Element, Before>()

export function standing(going: Going): Attachment<HTMLElement> {
  return (piece) => {
    const was = before.get(piece)
    const { stand, size } = going
    before.set(piece, { stand, size })
    piece.style.transform = transform(stand.x, stand.y, stand.scale)
    const moved = was && (was.stand.x !== stand.x || was.stand.y !== stand.y || was.stand.scale !== stand.scale)
    if (!moved || !going.motion || was.size !== size) return
    piece.animate(frames(was.stand, stand, going.way), { duration: 520, easing: 'cubic-bezier(.5,0,.2,1)' })
  }
}

function frames(from: Stand, to: Stand, way: Going['way']): Keyframe[] {
  const course = from.position === to.position ? [] : way(from.position, to.position)
  const start = course[0]
  const end = course.at(-1)
  if (!start || !end) {
    return [{ transform: transform(from.x, from.y, from.scale) }, { transform: transform(to.x, to.y, to.scale) }]
  }
  return course.map((spot, i) => {
    const t = i / (course.length - 1)
    const x = spot.x + (from.x - start.x) * (1 - t) + (to.x - end.x) * t
    const y = spot.y + (from.y - start.y) * (1 - t) + (to.y - end.y) * t
    return { transform: transform(x, y, from.scale * (1 - t) + to.scale * t) }
  })
}

function transform(x: number, y: number, scale: number): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%) scale(${scale.toFixed(3)})`
}
