import { describe, expect, it } from 'vitest'

import type { GameInfo, Option } from '../protocol/types'
import { Words } from '../words/words'
import { filtered, grouped, isBare, missingPart } from './grouping'

const game = { seat_fields: [], word_fields: { card: 'card' } } as unknown as GameInfo
const words = new Words(
  'fr',
  {
    'answer.draw': 'piocher',
    'answer.play': 'jouer {card} en {space}',
    'card.car': 'la Voiture',
    'card.memo': 'le Mémo',
  },
  game,
)
const play = (card: string, space: string): Option => ({ key: 'answer.play', answer: { type: 'play', card, space } })
const draw: Option = { key: 'answer.draw', answer: { type: 'draw' } }
const many = [
  draw,
  ...['A1', 'A2', 'A3', 'A4'].map((space) => play('car', space)),
  play('memo', 'B1'),
  play('memo', 'B2'),
]

describe('the part that is missing', () => {
  it('is the first field, not picked yet, in which the options differ', () => {
    const live = [play('car', 'A1'), play('car', 'A2')]
    expect(missingPart({ live, picked: { type: 'play', card: 'car' } })).toBe('space')
    expect(missingPart({ live: many.slice(1), picked: { type: 'play' } })).toBe('card')
    expect(missingPart({ live: [], picked: {} })).toBe(null)
  })
})

describe('answers', () => {
  it('stand under what they have in common when they are many', () => {
    const groups = grouped(words, many)
    expect(groups.map((group) => [group.title, group.options.length])).toEqual([
      ['', 1],
      ['La Voiture', 4],
      ['Le Mémo', 2],
    ])
  })

  it('are one list when they are few', () => {
    expect(grouped(words, many.slice(0, 3))).toHaveLength(1)
  })

  it('are found without accents and capitals', () => {
    expect(filtered(words, many, 'MEMO b2')).toEqual([many[6]])
  })

  it('are bare when they say nothing but what they are', () => {
    expect(many.filter(isBare)).toEqual([draw])
  })
})
