import { describe, expect, it } from 'vitest'

import type { Mine, Summary } from '../protocol/types'
import { Words } from '../words/words'
import { closesSoon, company, finished, going, myTurn, opponents, progress, timeLeft, when } from './rows'

const words = new Words('en', {
  'lobby.bot': '{name} (bot)',
  'lobby.bots': '{count, plural, one {# bot} other {# bots}}',
  'lobby.mine.left': '{time} left',
  'ui.clock.days': '{value} days',
  'ui.top.moment': 'Step {moment}',
  'ui.top.round': 'Round {round}',
  'ui.top.round_of': 'Round {round} of {rounds}',
  'lobby.company': '{who}, {free, plural, one {# seat} other {# seats}} free',
})

function table(status: Summary['status'], chairs: Summary['chairs']): Summary {
  return {
    table: 't',
    game: 'tiny',
    edition: 'standard',
    rules: 1,
    status,
    chairs,
    settings: { game: 'tiny', places: [] },
    host: 'Max',
    opened: 0,
    commitment: '',
  }
}

const mine = (status: Summary['status'], asked: boolean, updated: number): Mine => ({
  summary: table(status, []),
  seats: [0],
  asked,
  updated,
})

describe('the lists of the lobby', () => {
  it('say who sits there and how many seats are free', () => {
    const chairs = [{ kind: 'person', name: 'Max' }, { kind: 'bot' }, { kind: 'open' }] as Summary['chairs']
    expect(company(table('open', chairs), words)).toBe('Max and 1 bot, 1 seat free')
  })

  it('name a few bots and count many', () => {
    const bots = (...names: string[]) => names.map((name) => ({ kind: 'bot', name })) as Summary['chairs']
    expect(company(table('running', bots('Quartz', 'Tempo')), words)).toBe('Quartz (bot) and Tempo (bot)')
    expect(company(table('running', bots('Quartz', 'Tempo', 'Hora')), words)).toBe('3 bots')
  })

  it('say when, as it is written where the reader lives', () => {
    const then = new Date(2026, 10, 5, 20, 14)
    const at = (places: string[], now = then) => when(then.getTime() / 1000, words, now, places)

    expect([at(['fr-FR', 'en-GB']), at(['en-US'])]).toEqual(['20:14', expect.stringMatching(/8:14.PM/)])
    expect([at(['en-GB'], new Date(2026, 10, 6)), at([], new Date(2026, 10, 6))]).toEqual(['5 Nov 2026', 'Nov 5, 2026'])
  })

  it('put the tables that wait for me apart, the most urgent first', () => {
    const soon = { ...mine('running', true, 7), until: 100 }
    const tables = [
      mine('running', false, 9),
      mine('over', false, 8),
      mine('running', true, 2),
      mine('running', true, 1),
    ]
    expect(myTurn([...tables, soon]).map((one) => one.updated)).toEqual([7, 1, 2])
    expect(going(tables).map((one) => one.updated)).toEqual([9])
    expect(finished(tables).map((one) => one.updated)).toEqual([8])
  })

  it('say against whom, how far the game is and how much time is left', () => {
    const chairs = [{ kind: 'person', name: 'Me' }, { kind: 'person', name: 'Ada' }, { kind: 'bot' }]
    const own = { ...mine('running', true, 0), summary: table('running', chairs as Summary['chairs']) }
    expect(opponents(own, words)).toBe('Ada and 1 bot')
    expect(progress({ ...own, moment: 7 }, words)).toBe('Step 7')
    expect(progress({ ...own, moment: 7, round: 2 }, words)).toBe('Round 2')
    expect(progress({ ...own, moment: 7, round: 2, rounds: 10 }, words)).toBe('Round 2 of 10')
    expect(timeLeft(own, words)).toBe('')
    expect(timeLeft({ ...own, until: 3 * 24 * 3600 }, words, 5)).toBe('3 days left')
  })

  it('keep closed tables with the finished ones', () => {
    const tables = [mine('closed', false, 3), mine('over', false, 8), mine('open', false, 1)]
    expect(going(tables).map((one) => one.updated)).toEqual([1])
    expect(finished(tables).map((one) => one.updated)).toEqual([8, 3])
  })

  it('say that a table closes when that is less than three days off', () => {
    const closing = (closes_at?: number) => closesSoon({ ...mine('open', false, 0), closes_at }, 1000)
    expect(closing(1000 + 2 * 24 * 3600)).toBe(1000 + 2 * 24 * 3600)
    expect(closing(1000 + 4 * 24 * 3600)).toBe(null)
    expect(closing()).toBe(null)
  })
})
