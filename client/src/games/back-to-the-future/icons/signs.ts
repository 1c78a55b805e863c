/** Signs that say something about a thing: true, false, mine, hidden. */
import { ring } from './ring'

export const SIGNS = {
  check: 'm4.500 12.500 5 5L19.500 7',
  cross: 'm6 6 12 12M18 6 6 18',
  flag: 'M6 21V4h11l-2.500 4 2.500 4H6',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 14.500v2',
  eye:
    'M2 12c2.500-4.500 6-6.500 10-6.500s7.500 2 10 6.500c-2.500 4.500-6 6.500-10 6.500S4.500 16.500 2 12z' +
    ring(12, 12, 3),
  cards: 'M8 3.500h10v14H8zM8 7l-3.500.8 2.800 12.700 7.700-1.700',
  swap: 'M4 8h14M14.500 4.500 18 8l-3.500 3.500M20 16H6M9.500 12.500 6 16l3.500 3.500',
  storm: 'M7 15a4 4 0 0 1-.4-8 5.500 5.500 0 0 1 10.500 1A3.500 3.500 0 0 1 17 15M13 11l-3 5h4l-3 5',
  wallclock: ring(12, 12, 9) + 'M12 6.500V12l3.500 2.500',
  search: ring(10.5, 10.5, 6.5) + 'm15.500 15.500 5 5',
  person: ring(12, 8, 4) + 'M4 21c.8-4.700 3.800-7 8-7s7.200 2.300 8 7',
  people:
    ring(9, 8.5, 3.5) +
    'M2.500 20c.6-4 3-6 6.500-6s5.900 2 6.500 6M15.500 5.200a3.500 3.500 0 0 1 0 6.600M18 14.600c2 .8 3.200 2.600 3.600 5.400',
  left: 'M20 12H5M11 6l-6 6 6 6',
  right: 'M4 12h15M13 6l6 6-6 6',
} as const

export type Sign = keyof typeof SIGNS
