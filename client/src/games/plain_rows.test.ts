import { describe, expect, it } from 'vitest'

import type { GameInfo } from '../protocol/types'
import { Words } from '../words/words'
import { rowsOf } from './plain_rows'

const game = { seat_fields: ['turn'], word_fields: { suit: 'suit' } } as unknown as GameInfo
const said = {
  'view.scores': 'Points',
  'view.hand.list': 'Your cards',
  'suit.h': 'hearts',
  'seat.numbered': 'Player {number}',
}
const words = new Words('en', said, game)

describe('a view without a drawing', () => {
  it('is told field by field, with the words of the game', () => {
    const view = { turn: 1, suit: 'h', scores: [3, 0], hand: [7, 9], table: [[4], []], trump: null, open: true }

    expect(rowsOf(words, view, 2)).toEqual([
      { label: 'turn', bySeat: false, texts: ['Player 2'] },
      { label: 'suit', bySeat: false, texts: ['hearts'] },
      { label: 'Points', bySeat: true, texts: ['3', '0'] },
      { label: 'Your cards', bySeat: false, texts: ['7, 9'] },
      { label: 'table', bySeat: true, texts: ['4', '–'] },
      { label: 'trump', bySeat: false, texts: ['–'] },
      { label: 'open', bySeat: false, texts: ['✓'] },
    ])
  })

  it('shows structures inside it', () => {
    expect(rowsOf(words, { card: { suit: 'h', rank: 3 } }, 2)[0]?.texts).toEqual(['suit: hearts · rank: 3'])
  })
})
