/** The five kinds of game cards, and the answers that come out of turn. */
import { SIGNS } from './signs'

export const KINDS: Readonly<Record<string, string>> = {
  time_machine: 'M4 16H2v-3l3-1.500 5-.8L13.500 7.500h4l2.500 3.700 2 1.300V16h-2M14.800 16H9.200',
  doubleback: 'M6 3v18M6 14c8 0 10-2.500 10-8M12.500 8.500 16 5l3.500 3.500',
  item: 'M4 8l8-4.500L20 8v8.500L12 21l-8-4.500zM4 8l8 4.500L20 8M12 12.500V21',
  action: SIGNS.cards,
  power_action: 'M13.500 2 5 13.500h6L10 22l9-12h-6.200z',
}
