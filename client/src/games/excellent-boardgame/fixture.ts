/** Small views for tests. */
import type { Told } from '../../protocol/types'
import type { SeatView, Shown } from './shown'

export function seat(number: number, space: string, more: Partial<SeatView> = {}): SeatView {
  return { seat: number, booth: { space, facing: 'north' }, cards: 5, collected: [], ...more }
}

export function view(more: Partial<Shown> = {}): Shown {
  return {
    seat: 0,
    width: 7,
    height: 7,
    dots: ['B2', 'D4'],
    round: 1,
    rounds: 5,
    asked: [0, 1],
    seats: [seat(0, 'D7', { hand: [3, 8, 21, 42, 69] }), seat(1, 'D1')],
    dudes: { knight: { space: 'B4', facing: 'east' }, cowboy: { space: 'F4', facing: 'west' } },
    stacks: [
      { space: 'D4', character: 'princesses', count: 2 },
      { space: 'B2', character: 'napoleon', count: 1 },
    ],
    draw_pile: 40,
    discard_pile: [],
    ...more,
  }
}

export function told(kind: string, args: Record<string, unknown>): Told {
  return { key: `event.${kind}`, args }
}
