import { describe, expect, it } from 'vitest'

import type { GameInfo } from '../protocol/types'
import { againstBots, botCounts, defaults, minutes, settings } from './new_table'

const game: GameInfo = {
  key: 'tiny',
  rules: 1,
  least_seats: 2,
  most_seats: 6,
  cooperative: false,
  editions: ['standard'],
  options: [{ name: 'short', default: false }],
  bots: ['novice', 'regular'],
  seat_fields: [],
  word_fields: {},
}

const kinds = (places: readonly { kind?: string }[]) => places.map((place) => place.kind)

describe('a new table', () => {
  it('has the host and bots for whoever wants to play now', () => {
    expect(kinds(againstBots(game, 'novice').places)).toEqual(['host', 'bot', 'bot'])
    expect(kinds(againstBots(game, 'novice', 1).places)).toEqual(['host', 'bot'])
  })

  it('offers as many bots as the game has seats for, and says how long that takes', () => {
    expect(botCounts(game)).toEqual([1, 2, 3, 4, 5])
    expect(minutes({ ...game, minutes: [8, 10, 12, 14, 16] }, 2)).toBe(10)
    expect(minutes(game, 2)).toBeNull()
  })

  it('keeps seats open for friends', () => {
    const wishes = { ...defaults(game, 'regular'), seats: 4, bots: 1 }
    expect(kinds(settings(game, wishes, 'fr').places)).toEqual(['host', 'open', 'open', 'bot'])
  })

  it('names the players who share the host’s screen', () => {
    const wishes = { ...defaults(game, 'regular'), seats: 3, own: 3, names: [' Bea ', ''] }
    expect(settings(game, wishes, 'en').places).toEqual([
      { kind: 'host' },
      { kind: 'host', name: 'Bea' },
      { kind: 'host' },
    ])
  })

  it('never has more bots than seats', () => {
    const wishes = { ...defaults(game, 'regular'), seats: 2, bots: 5 }
    expect(kinds(settings(game, wishes, 'fr').places)).toEqual(['host', 'bot'])
  })

  it('has a clock that fits its pace, if the host wants one', () => {
    const wishes = defaults(game, 'regular')
    expect(settings(game, wishes, 'en').clock).toBeNull()
    expect(settings(game, { ...wishes, clock: 'short' }, 'en').clock).toEqual({ each: 60, reserve: 180 })
    expect(settings(game, { ...wishes, clock: 'long', pace: 'days' }, 'en').clock).toEqual({ each: 259200, reserve: 0 })
  })

  it('says only the options that were changed', () => {
    const wishes = defaults(game, 'regular')
    expect(settings(game, wishes, 'en').options).toEqual({})
    expect(settings(game, { ...wishes, options: { short: true } }, 'en').options).toEqual({ short: true })
  })

  it('falls back to a bot that the game has', () => {
    expect(defaults(game, 'merciless').level).toBe('novice')
  })
})
