import { describe, expect, it } from 'vitest'

import type { Option } from '../../protocol/types'
import { deeds, fullest, isClear, poolOf, ready, rollOf, symbols, wayOf } from './deeds'

const option = (answer: Record<string, unknown>): Option => ({ answer, key: `answer.${String(answer.type)}` })
const roll = (wyld: number, character: number, triumphant: number) =>
  option({ type: 'roll', wyld, character, triumphant })

describe('deeds', () => {
  it('group what does the same and put the cheapest way first', () => {
    const found = deeds([
      option({ type: 'pick_up', personage: 'freud', by: 'two_moves' }),
      option({ type: 'pick_up', personage: 'freud', by: 'excellent' }),
      option({ type: 'pick_up', personage: 'freud' }),
      option({ type: 'pick_up', personage: 'freud', by: 'free' }),
      option({ type: 'stop' }),
    ])

    expect(found).toHaveLength(2)
    expect(found[0]?.ways.map((one) => wayOf(one.answer))).toEqual(['free', 'interact', 'excellent', 'two_moves'])
  })

  it('are clear when the cheapest way could do nothing else', () => {
    const [own] = deeds([option({ type: 'move', to: 'rome' }), option({ type: 'move', to: 'rome', by: 'excellent' })])
    const [dear] = deeds([
      option({ type: 'move', to: 'rome', by: 'excellent' }),
      option({ type: 'move', to: 'rome', by: 'two_rerolls' }),
    ])
    const [only] = deeds([option({ type: 'move', to: 'rome', by: 'excellent' })])

    expect([own, dear, only].map((deed) => deed && isClear(deed))).toEqual([true, false, true])
  })

  it('take two symbols for a pair', () => {
    expect(symbols('two_interacts')).toEqual(['interact', 'interact'])
    expect(symbols('excellent')).toEqual(['excellent'])
    expect(symbols('')).toEqual([])
  })
})

describe('the dice pool', () => {
  const rolls = [roll(0, 0, 0), roll(3, 0, 0), roll(3, 1, 0), roll(2, 1, 1), roll(3, 0, 1), roll(2, 0, 0)]

  it('begins with as many dice as may be rolled, the better kinds first', () => {
    const best = fullest(rolls)

    expect(best && poolOf(best)).toEqual({ wyld: 2, character: 1, triumphant: 1 })
  })

  it('knows how many dice of each kind lie ready', () => {
    expect(ready(rolls)).toEqual({ wyld: 3, character: 1, triumphant: 1 })
  })

  it('is only what the table offers', () => {
    expect(rollOf(rolls, { wyld: 3, character: 1, triumphant: 1 })).toBeNull()
    expect(rollOf(rolls, { wyld: 3, character: 1, triumphant: 0 })).toBe(rolls[2])
  })
})
