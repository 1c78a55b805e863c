/** Place the tutorial's card beside the thing it explains, fully visible, and clear of what the player needs. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

const GAP = 12
const EDGE = 12
const HEADER = 104

/** Return the place, beside the thing or in a corner, that covers least of it and of what must stay free. */
export function placed(thing: Box | null, card: Size, page: Size, free: readonly Box[] = []) {
  const far = { left: page.width - card.width - EDGE, top: page.height - card.height - EDGE }
  const inside = (left: number, top: number): Box => ({
    left: Math.max(EDGE, Math.min(left, far.left)),
    top: Math.max(EDGE, Math.min(top, far.top)),
    ...card,
  })
  const corners = [
    inside(EDGE, far.top),
    inside(far.left, far.top),
    inside(far.left / 2, far.top - 84),
    inside(far.left / 2, HEADER), // a phone, where hand and question take the lower half
  ]
  const beside = thing && [
    inside(thing.left + thing.width + GAP, thing.top),
    inside(thing.left - card.width - GAP, thing.top),
    inside(thing.left, thing.top + thing.height + GAP),
    inside(thing.left, thing.top - card.height - GAP),
  ]
  const kept = thing ? [thing, ...free] : free
  const covered = (at: Box) => kept.reduce((sum, box) => sum + overlap(at, box), 0)
  const places = [...(beside ?? []), ...corners]
  const { left, top } = places.reduce((best, one) => (covered(one) < covered(best) ? one : best))
  return { left, top }
}

/** The overlap of two boxes, in square pixels. */
function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return wide > 0 && high > 0 ? wide * high : 0
}
