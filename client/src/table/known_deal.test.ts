import { describe, expect, it } from 'vitest'

import type { Summary } from '../protocol/types'
import { Words } from '../words/words'
import { whyKnown } from './known_deal'

const words = new Words('en', {
  'ui.known.fork': 'seen by {host}, step {moment}',
  'ui.known.imported': 'imported by {host}, step {moment}',
  'ui.known.elsewhere': 'played elsewhere',
})

const table = (status: Summary['status'], known_deal?: Summary['known_deal']): Summary => ({
  table: 't',
  game: 'tiny',
  edition: 'standard',
  rules: 1,
  status,
  chairs: [],
  settings: { game: 'tiny', places: [] },
  host: 'Max',
  opened: 0,
  commitment: '',
  known_deal,
})

describe('a known deal', () => {
  it('is explained by what the game goes on from', () => {
    expect(whyKnown(table('open', { kind: 'fork' }), null, words)).toBe('seen by Max, step 0')
    expect(whyKnown(table('over', { kind: 'fork', moment: 4 }), 9, words)).toBe('seen by Max, step 4')
  })

  it('of an imported game depends on whether it was played on here', () => {
    expect(whyKnown(table('over', { kind: 'imported', moment: 4 }), 9, words)).toBe('imported by Max, step 4')
    expect(whyKnown(table('over', { kind: 'imported', moment: 4 }), 4, words)).toBe('played elsewhere')
  })

  it('is not mentioned at a table with a fresh deal', () => {
    expect(whyKnown(table('open'), null, words)).toBe('')
    expect(whyKnown(null, null, words)).toBe('')
  })
})
