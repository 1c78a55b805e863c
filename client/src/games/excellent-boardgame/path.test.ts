import { describe, expect, it } from 'vitest'

import { told } from './fixture'
import { way } from './path'

const SIZE = { width: 7, height: 7 }
const FROM = { space: 'D7', facing: 'north' }

function moved(space: string, wrapped = false) {
  return told('booth_moved', { seat: 0, space, facing: 'north', wrapped })
}

describe('the way of a booth', () => {
  it('is a line from centre to centre', () => {
    expect(way(FROM, [moved('D6'), moved('D5')], SIZE).line).toBe('M350 650L350 550L350 450')
  })

  it('leaves over the edge and comes in on the other side', () => {
    const { line, crossings } = way(FROM, [moved('D1', true)], SIZE)

    expect(line).toBe('M350 650L350 708M350 -8L350 50')
    expect(crossings).toEqual([
      { x: 350, y: 708, dx: 0, dy: 1 },
      { x: 350, y: -8, dx: 0, dy: 1 },
    ])
  })

  it('draws a second visit beside the first', () => {
    const { stops } = way(FROM, [moved('D6'), moved('D7')], SIZE)

    expect(stops[1]).toMatchObject({ space: 'D7', x: 365, y: 665 })
  })

  it('marks a turn before the first step at its start', () => {
    const turn = told('booth_turned', { seat: 0, symbol: 'turn_left', space: 'D7', facing: 'west' })

    const { start, stops, end } = way(FROM, [turn], SIZE)

    expect(start.turn).toBe('turn_left')
    expect(stops).toEqual([])
    expect(end).toEqual({ space: 'D7', facing: 'west' })
  })

  it('numbers the stops at which a card ends', () => {
    const card = (number: number) => told('card_followed', { seat: 0, card: number, symbols: [] })

    const { stops } = way(FROM, [card(3), moved('D6'), card(8), moved('D5')], SIZE)

    expect(stops.map((stop) => stop.card)).toEqual([1, 2])
  })

  it('tells who would be picked up, who dropped, and where nobody can be', () => {
    const found = way(
      FROM,
      [
        told('character_picked_up', { seat: 0, character: 'socrates', space: 'D6' }),
        told('pick_up_barred', { seat: 0, dude: 'knight', space: 'D5' }),
        told('character_dropped', { seat: 0, character: 'socrates', space: 'D5', dude: 'knight' }),
      ],
      SIZE,
    )

    expect(found.picked).toEqual([{ space: 'D6', character: 'socrates' }])
    expect(found.barred).toEqual(['D5'])
    expect(found.dropped).toEqual([{ space: 'D5', character: 'socrates' }])
  })
})
