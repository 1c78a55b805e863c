import { describe, expect, it } from 'vitest'

import { apply } from './apply'
import { seat, told, view } from './fixture'

describe('an event drawn into the view', () => {
  it('takes the revealed cards out of the hand and lays them on the table', () => {
    const after = apply(view(), told('cards_revealed', { seat: 0, first: 8, second: 69 }))

    expect(after.seats[0]).toMatchObject({ first: 8, second: 69, cards: 3, hand: [3, 21, 42] })
    expect(after.seats[1]).toEqual(view().seats[1])
  })

  it('moves a booth and counts the symbols that were followed', () => {
    const following = apply(view(), told('card_followed', { seat: 0, card: 21, symbols: ['forward', 'forward'] }))

    const after = apply(following, told('booth_moved', { seat: 0, space: 'D6', facing: 'north', wrapped: false }))

    expect(after.seats[0]?.booth).toEqual({ space: 'D6', facing: 'north' })
    expect(after.following).toMatchObject({ card: 21, done: 1 })
  })

  it('takes one copy from the stack to the left end of the row', () => {
    const before = view({ seats: [seat(0, 'D4', { collected: [{ character: 'socrates', symbols: ['left'] }] })] })

    const after = apply(before, told('character_picked_up', { seat: 0, character: 'princesses', space: 'D4' }))

    expect(after.stacks.find((stack) => stack.space === 'D4')?.count).toBe(1)
    expect(after.seats[0]?.collected.map((each) => each.character)).toEqual(['princesses', 'socrates'])
    expect(before.stacks[0]?.count).toBe(2)
  })

  it('removes a stack with its last copy, and lays a dropped one down anew', () => {
    const taken = apply(view(), told('character_picked_up', { seat: 0, character: 'napoleon', space: 'B2' }))
    expect(taken.stacks.some((stack) => stack.character === 'napoleon')).toBe(false)

    const dropped = apply(
      taken,
      told('character_dropped', { seat: 0, character: 'napoleon', space: 'C3', dude: 'knight' }),
    )

    expect(dropped.stacks).toContainEqual({ space: 'C3', character: 'napoleon', count: 1 })
    expect(dropped.seats[0]?.collected).toEqual([])
  })

  it('shows the arrows of a revealed character', () => {
    const before = view({ seats: [seat(0, 'D4', { collected: [{ character: 'socrates' }] })] })

    const after = apply(before, told('character_revealed', { seat: 0, character: 'socrates', symbols: ['back'] }))

    expect(after.seats[0]?.collected).toEqual([{ character: 'socrates', symbols: ['back'] }])
  })

  it('discards, draws what I may see, and only counts what I may not', () => {
    const played = apply(view(), told('cards_revealed', { seat: 0, first: 8, second: 69 }))
    const discarded = apply(played, told('cards_discarded', { seat: 0, cards: [69, 8] }))
    expect(discarded).toMatchObject({ discard_pile: [8, 69] })
    expect(discarded.seats[0]?.first).toBeNull()

    const drawn = apply(discarded, told('cards_drawn', { seat: 0, count: 2, cards: [1, 30], left: 38 }))
    expect(drawn.seats[0]).toMatchObject({ cards: 5, hand: [1, 3, 21, 30, 42] })

    const hidden = apply(drawn, told('cards_drawn.hidden', { seat: 1, count: 2, left: 36 }))
    expect(hidden.draw_pile).toBe(36)
    expect(hidden.seats[1]?.cards).toBe(7)
    expect(hidden.seats[1]?.hand).toBeUndefined()
  })

  it('keeps the ways of a turn: the booth first, then each evil dude', () => {
    let shown = apply(view(), told('turn_began', { seat: 0 }))
    shown = apply(shown, told('booth_moved', { seat: 0, space: 'D6', facing: 'north', wrapped: false }))
    shown = apply(shown, told('dude_followed', { dude: 'knight', seat: 0, card: 3, symbols: ['left'] }))
    shown = apply(shown, told('dude_moved', { dude: 'knight', space: 'B3', facing: 'east', wrapped: false }))

    expect(shown.trails?.map((trail) => [trail.from.space, trail.events.length])).toEqual([
      ['D7', 1],
      ['B4', 1],
    ])
    expect(shown.dudes.knight?.space).toBe('B3')
  })

  it('leaves the view as it is for an event that moves nothing', () => {
    const before = view()

    expect(apply(before, told('nothing_to_draw', { seat: 0 }))).toBe(before)
  })
})
