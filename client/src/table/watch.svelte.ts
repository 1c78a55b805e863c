/** Keeps a table open for as long as its page is shown, in the reader's language. */
import { session } from '../session.svelte'
import type { Table } from './table.svelte'

export function watchTable(table: Table): void {
  $effect(() => {
    void table.open()
    return () => table.close()
  })
  $effect(() => {
    void table.loadWords(session.lang)
  })
}
