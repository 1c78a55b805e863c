import { describe, expect, it } from 'vitest'

import { apply, turned, type Shown } from './apply'
import type { View } from './view'

const told = (event: string, args: Record<string, unknown>) => ({ key: `event.${event}`, args })

function table(changes: Partial<View> = {}): View {
  return {
    seat: 0,
    altered: [],
    b1_left: 5,
    b1_aside: 0,
    turn: 0,
    plays: 1,
    asked: [0],
    seats: [
      { seat: 0, cards: 2, table: ['telegram'], hand: ['memo', 'time_car_v3'], identity: 'verne_brown' },
      { seat: 1, cards: 3, table: ['mr_fusion'], known: ['rewind'] },
    ],
    draw_pile: 40,
    discard_pile: [],
    identity_stack: 6,
    identities_shown: [],
    previous_changed: false,
    changed: false,
    fusion_used: false,
    ...changes,
  }
}

describe('apply', () => {
  it('turns the linchpin and its ripples over, in both directions', () => {
    expect(turned(['A-3', 'A-4'], ['A-2.altered', 'A-4.original'])).toEqual(['A-3', 'A-2'])
  })

  it('changes history and nothing else of the scene', () => {
    const before = table({ altered: ['B-5'] })

    const after = apply(
      before,
      told('history_changed', { seat: 1, headline: 'B-2.altered', ripples: ['B-5.original'] }),
    )

    expect(after.altered).toEqual(['B-2'])
    expect(before.altered).toEqual(['B-5'])
  })

  it('counts a card drawn by somebody else without knowing it', () => {
    const after = apply(table(), told('card_drawn.hidden', { seat: 1 }))

    expect([after.draw_pile, after.seats[1]?.cards, after.seats[1]?.hand]).toEqual([39, 4, undefined])
  })

  it('takes my own card out of my hand as I play it, and lays it on the stack', () => {
    const after = apply(
      table(),
      told('card_announced.linchpin', { seat: 0, card: 'time_car_v3', linchpin: 'B-2', side: null }),
    )

    expect(after.seats[0]?.hand).toEqual(['memo'])
    expect(after.actions).toEqual([{ seat: 0, card: 'time_car_v3', answer: { linchpin: 'B-2' }, open: true }])
  })

  it('leaves an item on its table while its power is used', () => {
    const after = apply(table(), told('card_answered', { seat: 0, card: 'telegram', against: 'rewind' }))

    expect(after.seats[0]).toEqual(table().seats[0])
    expect(after.actions).toHaveLength(1)
  })

  it('shows a cancelled card once, then it goes with its answer', () => {
    const played = apply(table(), told('card_announced', { seat: 1, card: 'rewind' }))
    const answered = apply(played, told('card_answered', { seat: 0, card: 'memo', against: 'rewind' }))

    const cancelled = apply(answered, told('card_cancelled', { seat: 1, card: 'rewind' }))
    const after = apply(cancelled, told('nothing_of_the_kind', {}))

    expect((cancelled.actions as Shown[]).map((one) => one.cancelled ?? false)).toEqual([true, false])
    expect(after.actions).toEqual([])
  })

  it('keeps the card on the stack while it is paid for, and lets it go after its effect', () => {
    const played = apply(table(), told('card_announced.linchpin', { seat: 1, card: 'time_car_v4', linchpin: 'B-2' }))

    const paid = apply(played, told('card_discarded', { seat: 1, card: 'rewind' }))
    const flipped = apply(paid, told('history_changed', { seat: 1, headline: 'B-2.altered', ripples: [] }))
    const after = apply(flipped, told('card_drawn.hidden', { seat: 1 }))

    expect([paid, flipped, after].map((view) => view.actions?.length)).toEqual([1, 1, 0])
    expect([paid.discard_pile, paid.seats[1]?.known]).toEqual([['rewind'], []])
  })

  it('moves items between tables and into the discard pile', () => {
    const taken = apply(table(), told('item_taken', { seat: 0, owner: 1, item: 'mr_fusion' }))
    const gone = apply(taken, told('item_discarded', { seat: 0, item: 'telegram' }))

    expect(taken.seats.map((one) => one.table)).toEqual([['telegram', 'mr_fusion'], []])
    expect([gone.seats[0]?.table, gone.discard_pile]).toEqual([['mr_fusion'], ['telegram']])
  })

  it('sets a dud aside, and puts the pile together again', () => {
    const dud = apply(table(), told('mysterious_forces', { seat: 1, left: 4 }))
    const shuffled = apply(table({ discard_pile: ['memo'], draw_pile: 0 }), told('pile_reshuffled', { count: 1 }))

    expect([dud.b1_left, dud.b1_aside]).toEqual([4, 1])
    expect([shuffled.draw_pile, shuffled.discard_pile]).toEqual([1, []])
  })

  it('shows who somebody was, and who I am now', () => {
    const other = apply(table(), told('identity_changed.hidden', { seat: 1, shown: 'kiff_tannen' }))
    const mine = apply(table(), told('identity_changed', { seat: 0, shown: 'verne_brown', identity: 'kiff_tannen' }))

    expect([other.identities_shown, other.seats[1]?.identity]).toEqual([['kiff_tannen'], undefined])
    expect(mine.seats[0]?.identity).toBe('kiff_tannen')
  })
})
