import { describe, expect, it } from 'vitest'

import { arrange, spreads } from './arrange'
import { compared } from './counts'
import { seat, view } from './fixture'
import { podium, ranks } from './podium'
import { PORTRAITS } from './portraits'
import { programme } from './programme'
import { Needle, neighbour, spot, step } from './spaces'

const PRINTED = {
  cards: {
    card: [
      { number: 3, buttons: ['left', 'forward'], dude: 'knight' },
      { number: 8, buttons: ['right', 'turn_left'], dude: 'cowboy' },
    ],
  },
}

function collected(...characters: string[]) {
  return characters.map((character) => ({ character, symbols: ['left'] }))
}

describe('spaces', () => {
  it('are named by column and row', () => {
    expect(spot('C2')).toEqual({ column: 2, row: 1 })
  })

  it('are neighbours over the edge', () => {
    expect(neighbour('A1', -1, 0, 7, 7)).toBe('G1')
    expect(neighbour('A7', 0, 1, 7, 7)).toBe('A1')
    expect(step('G3', 'A3')).toEqual({ x: 1, y: 0 })
    expect(step('B1', 'B7')).toEqual({ x: 0, y: -1 })
  })

  it('turn a needle by a quarter and never by three', () => {
    const needle = new Needle()
    const angles = ['east', 'south', 'west', 'north', 'east', 'north', 'west'].map((facing) => needle.to(facing))

    expect(angles.slice(1).map((angle, i) => Math.abs(angle - (angles[i] as number)))).toEqual([90, 90, 90, 90, 90, 90])
  })
})

describe('pieces in a space', () => {
  const crowds = [0, 1, 2, 3, 4].flatMap((stacks) =>
    [0, 1, 2, 3, 4].flatMap((booths) => [0, 1, 2].map((dudes) => [stacks, booths, dudes] as const)),
  )

  it.each(crowds)('%i stacks, %i booths and %i dudes stand apart and inside', (stacks, booths, dudes) => {
    const found = arrange(stacks, booths, dudes)
    const all = [...found.stacks, ...found.booths, ...found.dudes]

    expect(all).toHaveLength(stacks + booths + dudes)
    expect(all.every(({ x, y }) => Math.abs(x) < 50 && Math.abs(y) < 50)).toBe(true)
    expect(new Set(all.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(all.length)
  })

  it('leave room for one more booth', () => {
    const shown = view()

    expect(spreads(shown).get('D1')?.booths).toHaveLength(1)
    expect(spreads(shown, 'D1').get('D1')).toEqual(arrange(0, 2, 0))
    expect(spreads(shown, 'A3').get('A3')).toEqual(arrange(0, 1, 0))
  })
})

describe('the programme of a turn', () => {
  const mine = seat(0, 'D7', { collected: [{ character: 'napoleon' }, ...collected('socrates', 'beethoven')] })

  it('is the characters that show arrows from the left, then the two cards', () => {
    const rows = programme(view({ seats: [mine] }), PRINTED, 0, { first: 3, second: null })

    expect(rows.map((row) => row.key)).toEqual(['socrates', 'beethoven', 'first', 'second'])
    expect(rows[2]).toMatchObject({ symbols: ['left', 'forward'], dude: 'knight' })
    expect(rows[3]?.card).toBeUndefined()
  })

  it('knows what is done and what runs', () => {
    const following = { seat: 0, card: 3, symbols: ['left', 'forward'], done: 1 }

    const rows = programme(view({ seats: [mine], following }), PRINTED, 0, { first: 3, second: 8 })

    expect(rows.map((row) => row.done)).toEqual([1, 1, 1, 0])
    expect(rows.map((row) => row.now)).toEqual([false, false, true, false])
  })

  it('has moved the booth when a dude follows', () => {
    const following = { seat: 0, card: 3, dude: 'knight', symbols: ['left', 'forward'], done: 0 }

    const rows = programme(view({ seats: [mine], following }), PRINTED, 0, { first: 3, second: 8 })

    expect(rows.map((row) => row.done)).toEqual([1, 1, 2, 2])
  })
})

describe('who stands where', () => {
  const shown = view({
    seats: [
      seat(0, 'D7', { collected: collected('socrates') }),
      seat(1, 'D1', { collected: collected('napoleon', 'beethoven') }),
      seat(2, 'D1', { collected: collected('socrates', 'napoleon') }),
    ],
  })

  it('compares me with the best of the others', () => {
    expect(compared(shown, 0)).toEqual({ count: 1, other: 2, rivals: [1, 2], how: 'behind' })
    expect(compared(shown, 1).how).toBe('tied')
    expect(compared(view(), 0).how).toBe('start')
  })

  it('puts the winner of a tie first, in the middle', () => {
    const steps = ranks(shown, { winners: [2], ending: 'lowest_card' })

    expect(steps.map(({ seat, place }) => [seat, place])).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ])
    expect(podium(steps).map((each) => each.seat)).toEqual([1, 2, 0])
  })
})

describe('portraits', () => {
  it('are drawn for all nine characters', () => {
    expect(Object.keys(PORTRAITS)).toHaveLength(9)
    expect(Object.values(PORTRAITS).every((strokes) => strokes.length > 3)).toBe(true)
  })
})
