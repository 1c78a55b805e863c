import { describe, expect, it } from 'vitest'

import type { Lobby, Mine, Summary } from '../protocol/types'
import { withNews } from './differences'

const table = (id: string, status: Summary['status'] = 'open', host = 'Ada') => ({ table: id, status, host }) as Summary
const own = (id: string, asked = false) => ({ summary: table(id), seats: [0], asked, updated: 1 }) as Mine
const start: Lobby = { open: [table('a'), table('b')], running: [table('c', 'running')], mine: [own('a'), own('m')] }

const ids = (rows: readonly Summary[]) => rows.map((row) => row.table)

describe('the lobby', () => {
  it('is replaced when all of it is shown', () => {
    const other: Lobby = { open: [], running: [], mine: [] }
    expect(withNews(start, { type: 'lobby_shown', lobby: other })).toBe(other)
  })

  it('keeps a changed table where it was, and puts a new one first', () => {
    const after = withNews(start, { type: 'public_tables', changed: [table('b', 'open', 'Ben'), table('d')] })
    expect(ids(after.open)).toEqual(['d', 'a', 'b'])
    expect(after.open[2]?.host).toBe('Ben')
    expect(ids(after.running)).toEqual(['c'])
    expect(after.mine).toBe(start.mine)
  })

  it('moves a table whose game begins, and drops what is gone', () => {
    const after = withNews(start, { type: 'public_tables', changed: [table('a', 'running')], gone: ['b', 'c'] })
    expect(ids(after.open)).toEqual([])
    expect(ids(after.running)).toEqual(['a'])
  })

  it('changes rows of my own without touching the public ones', () => {
    const after = withNews(start, { type: 'own_tables', changed: [own('m', true), own('n')], gone: ['a'] })
    expect(after.mine.map((row) => [row.summary.table, row.asked])).toEqual([
      ['n', false],
      ['m', true],
    ])
    expect(after.open).toBe(start.open)
  })

  it('does not mind a table that it never showed', () => {
    const after = withNews(start, { type: 'public_tables', changed: [], gone: ['x'] })
    expect(after).toEqual(start)
  })
})
