import { describe, expect, it } from 'vitest'

import type { GameInfo } from '../protocol/types'
import { capital, parts } from './sentences'
import { Words } from './words'

const game = { seat_fields: ['seat'], word_fields: { card: 'card' } } as unknown as GameInfo
const words = new Words('en', { 'event.drawn': '{seat} draws {card}', 'card.memo': 'Memo' }, game, ['Max'])

describe('a sentence', () => {
  it('has its names apart', () => {
    expect(parts(words, { key: 'event.drawn', args: { seat: 0, card: 'memo' } })).toEqual([
      { text: 'Max', name: true },
      { text: ' draws ', name: false },
      { text: 'Memo', name: true },
    ])
  })

  it('says who plays a character, but not before a genitive', () => {
    const played = { seat_fields: [], word_fields: { who: 'character' } } as unknown as GameInfo
    const texts = {
      moves: '{who} moves.',
      turn: 'It is {who}’s turn.',
      'character.ted': 'Ted',
      'character.bill': 'Bill',
    }
    const table = new Words('en', texts, played, ['Ada'], { ted: 'you' })
    expect(table.tell('moves', { who: 'ted' })).toBe('Ted (you) moves.')
    expect(table.tell('moves', { who: 'bill' })).toBe('Bill moves.')
    expect(parts(table, { key: 'turn', args: { who: 'ted' } }).map((part) => part.text)).toEqual([
      'It is ',
      'Ted',
      '’s turn.',
    ])
  })

  it('takes the dot of an abbreviation at its end for its own, and leaves an ellipsis alone', () => {
    const places = new Words('en', { here: 'In {place}. Really.', wait: 'Wait... {place}' })
    expect(places.say('here', { place: 'Washington D.C.' })).toBe('In Washington D.C. Really.')
    const town = new Words('en', { here: 'In {card}.', 'card.dc': 'Washington D.C.' }, game)
    expect(parts(town, { key: 'here', args: { card: 'dc' } }).map((part) => part.text)).toEqual([
      'In ',
      'Washington D.C.',
    ])
    expect(places.say('wait', { place: '../here' })).toBe('Wait... ../here')
  })

  it('elides the French "de" before a vowel, but not before a position', () => {
    const french = new Words('fr', { turn: 'Le tour de {seat} ({at})', at: 'Dépend de {at}' }, game, ['Ada'])
    expect(parts(french, { key: 'turn', args: { seat: 0, at: 1 } }).map((part) => part.text)).toEqual([
      'Le tour d’',
      'Ada',
      ' (1)',
    ])
    expect(french.say('at', { at: 'A-2' })).toBe('Dépend de A-2')
  })

  it('begins with a capital, behind a sign too', () => {
    expect(capital('end the turn', 'en')).toBe('End the turn')
    expect(capital('« été »', 'fr')).toBe('« Été »')
    expect(capital('→', 'en')).toBe('→')
  })
})
