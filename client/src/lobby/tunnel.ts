/** The geometry of the time tunnel: frames that shrink and turn towards a point, and circuits that lead out of it. */
export interface Frame {
  size: number
  turn: number
  opacity: number
  width: number
}

export interface Circuit {
  path: string
  x: number
  y: number
}

const FRAMES = 22
const SHRINK = 0.82
const TURN = 2.6
const CIRCUITS = 16

/** From the outermost frame in. */
export function frames(): Frame[] {
  return Array.from({ length: FRAMES }, (_, i) => ({
    size: SHRINK ** i,
    turn: i * TURN - 14,
    opacity: Math.min(0.16 + i * 0.09, 0.95, (FRAMES - i) * 0.1 + 0.1),
    width: 1.8 - i * 0.045,
  }))
}

/** Lines that leave the middle, bend once and end in a ring; the same ones at every visit. */
export function circuits(): Circuit[] {
  return Array.from({ length: CIRCUITS }, (_, i) => {
    const angle = (i / CIRCUITS) * 2 * Math.PI + 0.12
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const reach = 110 + ((i * 67) % 130)
    const run = 60 + ((i * 89) % 140)
    const [bendX, bendY] = [Math.round(cos * reach), Math.round(sin * reach * 0.62)]
    const x = bendX + (cos < 0 ? -run : run)
    return { path: `M${Math.round(cos * 34)} ${Math.round(sin * 34)}L${bendX} ${bendY}H${x}`, x, y: bendY }
  })
}
