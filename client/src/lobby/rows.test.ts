import { describe, expect, it } from 'vitest'

import type { Mine, Summary } from '../protocol/types'
import { Words } from '../words/words'
import { company, finished, going } from './rows'

const words = new Words('en', {
  'lobby.bots': '{count, plural, one {# bot} other {# bots}}',
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

  it('begin with the tables that wait for me', () => {
    const tables = [mine('running', false, 9), mine('over', false, 8), mine('running', true, 1)]
    expect(going(tables).map((one) => one.updated)).toEqual([1, 9])
    expect(finished(tables).map((one) => one.updated)).toEqual([8])
  })
})
