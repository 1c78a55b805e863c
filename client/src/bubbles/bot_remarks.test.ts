import { describe, expect, it } from 'vitest'

import type { Chair, Message, Scene } from '../protocol/types'
import { remarkOf } from './bot_remarks'

const CHAIRS = [{ kind: 'person' }, { kind: 'bot' }, { kind: 'bot' }] as Chair[]
const EXCITING = ['history_changed']

function message(moment: number, key: string, outcome: Scene['outcome'] = null): Message {
  return { number: 1, at: 0, events: [{ key, args: {} }], scene: { moment, view: {}, outcome } }
}

const moments = Array.from({ length: 1000 }, (_, moment) => moment + 1)
const said = (key: string) => moments.filter((at) => remarkOf('t', CHAIRS, message(at, key), EXCITING, false) !== null)

describe('a remark of a bot', () => {
  it('is rare, and is never about events that some see differently', () => {
    expect(said('event.history_changed').length).toBeGreaterThan(50)
    expect(said('event.history_changed').length).toBeLessThan(150)
    expect(said('event.card_drawn')).toEqual([])
  })

  it('is the same on every screen, whatever its reader was told', () => {
    for (const moment of moments) {
      const mine = message(moment, 'event.history_changed')
      const theirs = { ...mine, number: 99, own: { note: 'secret' }, events: [...(mine.events ?? [])] }
      expect(remarkOf('t', CHAIRS, mine, EXCITING, false)).toEqual(remarkOf('t', CHAIRS, theirs, EXCITING, false))
    }
  })

  it('comes from bots only', () => {
    const seats = new Set(
      moments.map((at) => remarkOf('t', CHAIRS, message(at, 'event.history_changed'), EXCITING, false)?.seat),
    )
    expect(seats).toEqual(new Set([undefined, 1, 2]))
    const people = [{ kind: 'person' }, { kind: 'person', bot: 'greedy' }] as Chair[]
    const theirs = moments.map((at) => remarkOf('t', people, message(at, 'event.history_changed'), EXCITING, false))
    expect(theirs.every((one) => one === null)).toBe(true)
  })

  it('is the winner’s at the end', () => {
    for (const moment of moments) {
      const end = message(moment, 'event.game_won', { winners: [2], ending: 'won' })
      expect(remarkOf('t', CHAIRS, end, EXCITING, false)).toEqual({
        seat: 2,
        key: expect.stringMatching(/^ui\.bot\.won\./) as string,
      })
    }
  })
})
