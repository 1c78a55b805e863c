import { describe, expect, it } from 'vitest'

import { entry } from '../table/log'
import { rounds } from './marks'

const told = (moment: number, args: Record<string, unknown>) => entry(moment, { key: 'event', args })

describe('the marks of the rounds', () => {
  it('stand where the game says that a round begins', () => {
    const log = [
      told(1, { event: 'round_began', round: 1 }),
      told(2, { event: 'turn_began', seat: 1 }),
      told(9, { event: 'round_began', round: 2 }),
    ]

    expect(rounds(log)).toEqual([
      { moment: 1, round: 1 },
      { moment: 9, round: 2 },
    ])
  })

  it('stand at the first turn of each round that turns count', () => {
    const log = [1, 1, 2, 2].map((round, i) => told(i * 3, { event: 'turn_began', round }))

    expect(rounds(log)).toEqual([
      { moment: 0, round: 1 },
      { moment: 6, round: 2 },
    ])
  })

  it('stand at the turns of the seat that began, where no round is counted', () => {
    const log = [2, 0, 1, 2, 0].map((seat, i) => told(i, { event: 'turn_began', seat }))

    expect(rounds(log)).toEqual([
      { moment: 0, round: 1 },
      { moment: 3, round: 2 },
    ])
  })

  it('are none before the first turn', () => {
    expect(rounds([told(0, { event: 'dealt' })])).toEqual([])
  })
})
