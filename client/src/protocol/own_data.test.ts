import { expect, it } from 'vitest'

import { ownData } from './own_data'
import type { MyData } from './types'

it('puts the pages of my data together, and the two parts of a table', async () => {
  const me = { name: 'Ada', colour: 'p1', lang: 'en' } as const
  const pages: Record<string, MyData> = {
    '': { id: 'i', me, passkeys: [{ credential: 'c', signs: 1 }], tables: [part('a', 1), part('b', 2)], next: 'b:2' },
    'b:2': { id: 'i', me, tables: [part('b', 3)], next: 'c' },
    c: { id: 'i', me, tables: [part('d', 4)] },
  }

  const whole = await ownData((after) => Promise.resolve(pages[after] as MyData))

  expect(whole.passkeys).toHaveLength(1)
  expect(whole.tables?.map((table) => [table.table, table.facts.map((fact) => fact.at)])).toEqual([
    ['a', [1]],
    ['b', [2, 3]],
    ['d', [4]],
  ])
  expect(whole.next).toBe('')
})

function part(table: string, at: number) {
  return { table, game: 'g', facts: [{ at, fact: {} }] }
}
