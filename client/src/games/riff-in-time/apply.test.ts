import { describe, expect, it } from 'vitest'

import { apply, pace } from './apply'
import type { View } from './view'

const told = (args: Record<string, unknown>) => ({ key: `event.${String(args.event)}`, args })

function view(): View {
  return {
    seat: 0,
    places: [
      { place: 'san_dimas', position: 0, level: 4, near: ['rome'], players: [0, 1] },
      { place: 'rome', position: 1, level: 5, near: ['san_dimas'], personages: ['freud'] },
    ],
    players: [
      {
        seat: 0,
        who: 'bill',
        place: 'san_dimas',
        booth: [],
        triumphs: [],
        objective: 'O01',
        stage: 0,
        completed: false,
        actions: [],
      },
      {
        seat: 1,
        who: 'ted',
        place: 'san_dimas',
        booth: ['napoleon'],
        triumphs: [],
        objective: 'O02',
        stage: 0,
        completed: false,
        actions: [],
      },
    ],
    turn: 0,
    round: 1,
    asked: [0],
    dice: [
      { die: 'wyld', face: 'move' },
      { die: 'wyld', face: 'move' },
      { die: 'character', face: 'interact' },
    ],
    granted: { move: 1, interact: 0, reroll: 0, excellent: 0 },
    ability_used: false,
    deck: 50,
    discard_pile: [],
    danger: { rises_left: 6, draws_left: 50, rises_ahead: 0 },
  }
}

const place = (shown: View, name: string) => shown.places.find((one) => one.place === name)

describe('an event is drawn', () => {
  it('a Move is paid for from cards first and puts the booth elsewhere', () => {
    const shown = apply(view(), told({ event: 'character_moved', who: 'bill', place: 'rome', by: 'move' }))

    expect(shown.players[0]?.place).toBe('rome')
    expect(place(shown, 'rome')?.players).toEqual([0])
    expect(place(shown, 'san_dimas')?.players).toEqual([1])
    expect(shown.granted.move).toBe(0)
    expect(shown.dice.some((die) => die.used)).toBe(false)
  })

  it('two Moves spend a card and a die', () => {
    const shown = apply(view(), told({ event: 'rift_worked_on', who: 'bill', place: 'rome', by: 'two_moves' }))

    expect(shown.granted.move).toBe(0)
    expect(shown.dice.map((die) => die.used ?? false)).toEqual([true, false, false])
  })

  it('a rise of San Dimas brings the end nearer', () => {
    const shown = apply(view(), told({ event: 'rift_raised', place: 'san_dimas', level: 5 }))

    expect(place(shown, 'san_dimas')?.level).toBe(5)
    expect(shown.danger.rises_left).toBe(5)
  })

  it('a personage who is picked up leaves the place and is in the booth', () => {
    const shown = apply(
      view(),
      told({ event: 'personage_picked_up', who: 'bill', personage: 'freud', place: 'rome', by: 'interact' }),
    )

    expect(place(shown, 'rome')?.personages).toEqual([])
    expect(shown.players[0]?.booth).toEqual(['freud'])
    expect(shown.dice[2]?.used).toBe(true)
  })

  it('a personage who is passed on changes booths', () => {
    const shown = apply(
      view(),
      told({ event: 'personage_passed', who: 'ted', personage: 'napoleon', receiver: 'bill', by: 'free' }),
    )

    expect(shown.players.map((one) => one.booth)).toEqual([['napoleon'], []])
    expect(shown.ability_used).toBe(true)
  })

  it('who is ejected stands where the carrier is', () => {
    const shown = apply(
      view(),
      told({ event: 'personages_ejected', who: 'ted', personages: ['napoleon'], place: 'san_dimas' }),
    )

    expect(place(shown, 'san_dimas')?.personages).toEqual(['napoleon'])
    expect(shown.players[1]?.booth).toEqual([])
  })

  it('a rift closed is a triumph, and broken open none any more', () => {
    const fixed = apply(view(), told({ event: 'rift_fixed', who: 'bill', place: 'rome', left: 9 }))
    const open = apply(fixed, told({ event: 'rift_unfixed', place: 'rome', level: 5 }))

    expect([place(fixed, 'rome')?.fixed, fixed.players[0]?.triumphs]).toEqual([true, ['rome']])
    expect([place(open, 'rome')?.fixed, place(open, 'rome')?.level, open.players[0]?.triumphs]).toEqual([false, 5, []])
  })

  it('one die is rolled again, and only that one', () => {
    const shown = apply(view(), told({ event: 'die_changed', who: 'ted', die: 'wyld', face: 'move', now: 'bogus' }))

    expect(shown.dice.map((die) => die.face)).toEqual(['bogus', 'move', 'interact'])
  })

  it('a new turn clears the tray', () => {
    const shown = apply(view(), told({ event: 'turn_began', who: 'ted', round: 2 }))

    expect([shown.turn, shown.round, shown.dice]).toEqual([1, 2, []])
  })

  it('what nothing is known of changes nothing', () => {
    const before = view()

    expect(apply(before, told({ event: 'turn_ended', who: 'bill' }))).toBe(before)
    expect(pace(told({ event: 'turn_ended' }))).toBe(0)
  })

  it('the view that came before is left as it was', () => {
    const before = view()

    apply(
      before,
      told({ event: 'personage_picked_up', who: 'bill', personage: 'freud', place: 'rome', by: 'interact' }),
    )

    expect(before).toEqual(view())
  })
})
