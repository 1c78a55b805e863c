/** Our strokes for the six movement symbols and the two evil dudes, on a grid of 24. */
export const SYMBOLS: Record<string, string> = {
  forward: 'M12 20V5M6 10.500 12 4.500l6 6',
  back: 'M12 4v15M6 13.500l6 6 6-6',
  left: 'M20 12H5M10.500 6l-6 6 6 6',
  right: 'M4 12h15M13.500 6l6 6-6 6',
  turn_left: 'M5.500 9.500A7.500 7.500 0 1 1 5 15M5 4v6h6',
  turn_right: 'M18.500 9.500A7.500 7.500 0 1 0 19 15M19 4v6h-6',
}

export const DUDES: Record<string, string> = {
  knight: 'M12 3 4.500 5.500V11c0 5 3 8.300 7.500 10 4.500-1.700 7.500-5 7.500-10V5.500zM12 7v9M8.500 10.500h7',
  cowboy:
    'M2.500 14.500c3 3 6 4 9.500 4s6.500-1 9.500-4c-2 .3-3.500 0-4.500-.8L15.500 6c-.6-1.600-2-1.600-3.500-.6C10.500 4.400 9.100 4.400 8.500 6L7 13.700c-1 .8-2.500 1.100-4.500.8zM7 13.500c3 1.400 7 1.400 10 0',
}

/** The shapes that tell players apart without colour, on a grid of 40. */
export const SHAPES: Record<string, string> = {
  p1: 'M20 4 37 34a1.500 1.500 0 0 1-1.300 2.200H4.300A1.500 1.500 0 0 1 3 34z',
  p2: 'M20 2a18 18 0 1 1-.01 0z',
  p3: 'M6 4h28a2 2 0 0 1 2 2v28a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  p4: 'M20 1.500 38.500 20 20 38.500 1.500 20z',
  p5: 'M11 4h18l9 16-9 16H11L2 20z',
  p6: 'M14 3h12v11h11v12H26v11H14V26H3V14h11z',
}

/** A shape's weight is not always in its middle. */
export const LIFT: Record<string, number> = { p1: 2.5 }
