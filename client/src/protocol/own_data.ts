/** All that the server stores of me, page by page, as one file. */
import { api } from './api'
import type { MyData } from './types'

type Table = NonNullable<MyData['tables']>[number]

/** Join the pages; a table that is on two pages appears once. */
export async function ownData(page: (after: string) => Promise<MyData> = api.myData): Promise<MyData> {
  const whole = await page('')
  const tables = new Map<string, Table>()
  for (let part = whole; ; part = await page(part.next ?? '')) {
    for (const table of part.tables ?? []) {
      const facts = [...(tables.get(table.table)?.facts ?? []), ...table.facts]
      tables.set(table.table, { ...table, facts })
    }
    if (!part.next) return { ...whole, tables: [...tables.values()], next: '' }
  }
}

/** Offer the reader a file to download. */
export function saveFile(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
