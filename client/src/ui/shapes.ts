/** Each seat's colour has its shape: triangle, circle, square, diamond, hexagon, cross. */
import type { Colour } from '../games/contract'

export const COLOURS: readonly Colour[] = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

export const shapes: Record<Colour, string> = {
  p1: 'M20 4 37 34a1.500 1.500 0 0 1-1.300 2.200H4.300A1.500 1.500 0 0 1 3 34z',
  p2: 'M2 20a18 18 0 1 0 36 0a18 18 0 1 0-36 0',
  p3: 'M6 4h28a2 2 0 0 1 2 2v28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  p4: 'M20 1.500 38.500 20 20 38.500 1.500 20z',
  p5: 'M11 4h18l9 16-9 16H11L2 20z',
  p6: 'M13 3h14v10h10v14H27v10H13V27H3V13h10z',
}

/** Return the colour of each seat: the one its player chose, or a free one if that is taken. */
export function coloursOf(chosen: readonly string[]): Colour[] {
  const activeTheme: (Colour | null)[] = []
  for (const wish of chosen)
    activeTheme.push(COLOURS.find((colour) => colour === wish && !activeTheme.includes(colour)) ?? null)
  return activeTheme.map((colour) => {
    if (colour) return colour
    const free = COLOURS.find((other) => !activeTheme.includes(other)) ?? 'p1'
    activeTheme.push(free)
    return free
  })
}
