import { describe, expect, it } from 'vitest'

import { spoken } from './dates'
import { turning, wouldFlip } from './flips'
import { headlines } from './goal'
import { pace } from './pace'
import { counted } from './pile'

const printed = { identities: { identity: [{ key: 'verne_brown', original: 'C-5', altered: ['A-1', 'A-5'] }] } }

describe('the goal', () => {
  it('is one original headline and two altered ones', () => {
    const found = headlines(printed, 'verne_brown', ['A-1', 'C-5'])

    expect(found).toEqual([
      { at: 'C-5', side: 'original', shown: false },
      { at: 'A-1', side: 'altered', shown: true },
      { at: 'A-5', side: 'altered', shown: false },
    ])
  })

  it('of somebody whose identity is hidden has no headline', () => {
    expect(headlines(printed, undefined, [])).toEqual([])
  })
})

describe('flips', () => {
  it('are read from what the server told, before and while they happen', () => {
    const preview = { key: 'preview.flip', args: { ripples: ['B-2.altered', 'C-5.original'], yours: 1 } }
    const event = { key: 'event.history_changed', args: { headline: 'B-2.altered', ripples: ['C-5.original'] } }

    expect([...wouldFlip(preview)]).toEqual([...turning(event)])
    expect(wouldFlip(null).size + turning(preview).size).toBe(0)
  })

  it('take longer the further they ripple', () => {
    const quiet = { key: 'event.history_changed.quiet', args: { headline: 'B-2.altered' } }
    const loud = { key: 'event.history_changed', args: { headline: 'B-2.altered', ripples: ['C-5.original'] } }

    expect(pace(loud)).toBeGreaterThan(pace(quiet))
    expect(pace({ key: 'event.identity_kept', args: {} })).toBe(0)
  })
})

it('a printed date is said as far as it is known', () => {
  expect(['1885', '1885-09', '1885-09-04'].map((date) => spoken(date, 'en'))).toEqual([
    '1885',
    'September 1885',
    'September 4, 1885',
  ])
  expect(spoken('1955-11-12', 'fr')).toBe('12 novembre 1955')
})

it('equal titles of a pile are counted', () => {
  expect(counted(['memo', 'fax', 'memo'])).toEqual([
    { card: 'memo', count: 2 },
    { card: 'fax', count: 1 },
  ])
})
