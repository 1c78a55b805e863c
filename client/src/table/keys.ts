/** Keyboard shortcuts at the table. */
import { tick } from 'svelte'

import type { UiState } from './ui_state.svelte'
import type { Table } from './table.svelte'

export type Does =
  | 'confirm'
  | 'cancel'
  | 'choose'
  | 'board'
  | 'prompt'
  | 'answers'
  | 'undo'
  | 'hint'
  | 'skip'
  | 'earlier'
  | 'later'
  | 'log'
  | 'rules'
  | 'chat'
  | 'help'

export const SHORTCUTS: readonly { keys: readonly string[]; does: Does }[] = [
  { keys: ['Enter'], does: 'confirm' },
  { keys: ['Escape'], does: 'cancel' },
  { keys: ['1', '…', '9'], does: 'choose' },
  { keys: ['p'], does: 'prompt' },
  { keys: ['b'], does: 'board' },
  { keys: ['a'], does: 'answers' },
  { keys: ['u'], does: 'undo' },
  { keys: ['h'], does: 'hint' },
  { keys: ['s'], does: 'skip' },
  { keys: [','], does: 'earlier' },
  { keys: ['.'], does: 'later' },
  { keys: ['l'], does: 'log' },
  { keys: ['r'], does: 'rules' },
  { keys: ['c'], does: 'chat' },
  { keys: ['?'], does: 'help' },
]

/** Return what a key does, or null; keys do nothing while somebody types or with a modifier. */
export function meaning(event: KeyboardEvent): Does | number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type=range]), textarea, select, dialog, [popover]')) return null
  if (/^[1-9]$/.test(event.key)) return Number(event.key)
  const does = SHORTCUTS.find((one) => one.keys.includes(event.key))?.does ?? null
  // A button that has the focus is pressed by Enter, unless pressing it does nothing.
  const button = target?.closest('button, a, summary, [role=button], [role=tab]')
  if (does === 'confirm' && button && button.ariaDisabled !== 'true') return null
  return does
}

const first = (selector: string) => document.querySelector<HTMLElement>(selector)
const LIT = ':is(button, [role=button]):not(:disabled)'

export function press(event: KeyboardEvent, table: Table, ui: UiState): void {
  const does = meaning(event)
  if (does === null || document.querySelector('dialog[open], :popover-open')) return
  if (act(does, table, ui)) event.preventDefault()
}

function act(does: Does | number, table: Table, ui: UiState): boolean {
  const choice = table.mine?.choice
  if (typeof does === 'number') {
    const button = document.querySelectorAll<HTMLElement>('.prompt [data-option]')[does - 1]
    button?.click()
    return button !== undefined
  }
  switch (does) {
    case 'confirm':
      if (choice?.ready) void table.answer(choice.ready)
      return choice?.ready != null
    case 'cancel':
      if (table.replay.on) table.replay.live()
      else choice?.clear()
      return false
    case 'prompt':
      first(`.prompt ${LIT}`)?.focus()
      return true
    case 'board':
      first(`[data-lesson=board] ${LIT}, [data-lesson=hand] ${LIT}`)?.focus()
      return true
    case 'answers':
      first('[data-all-answers][aria-expanded=false]')?.click()
      void tick().then(() => first('.prompt [data-option]')?.focus())
      return true
    case 'undo':
      void table.undo()
      return true
    case 'hint':
      if (table.seat !== null) ui.sheet = 'hint'
      return true
    case 'skip':
      table.mine?.skip()
      return true
    case 'earlier':
      table.replay.step(-1)
      return true
    case 'later':
      if (table.replay.on) table.replay.step(1)
      return true
    case 'help':
      ui.sheet = 'shortcuts'
      return true
    case 'choose':
      return false
    default:
      ui.show(does)
      return true
  }
}
