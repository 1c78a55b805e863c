/** Where the coach's card stands: beside the thing that it speaks of, wholly in sight, and not over it. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 12
const EDGE = 12

export function placed(
  thing: Box | null,
  card: { width: number; height: number },
  page: { width: number; height: number },
) {
  const inside = (left: number, top: number) => ({
    left: Math.max(EDGE, Math.min(left, page.width - card.width - EDGE)),
    top: Math.max(EDGE, Math.min(top, page.height - card.height - EDGE)),
  })
  if (!thing) return inside((page.width - card.width) / 2, page.height - card.height - 96)
  const right = thing.left + thing.width + GAP
  if (right + card.width + EDGE <= page.width) return inside(right, thing.top)
  const left = thing.left - card.width - GAP
  if (left >= EDGE) return inside(left, thing.top)
  const below = thing.top + thing.height + GAP
  if (below + card.height + EDGE <= page.height) return inside(thing.left, below)
  return inside(thing.left, thing.top - card.height - GAP)
}
