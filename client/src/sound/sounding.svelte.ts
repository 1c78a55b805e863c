/** Lets a table sound while its page is shown. */
import type { Table } from '../table/table.svelte'
import { freeSeats, turnOf } from '../tv/telling'
import { ruined, seated, turn, won } from './phrases'
import { sound } from './sound'

/** Play what happens: each event as its game wants it, and the end by how it ended for this reader. */
function soundEvents(table: Table): void {
  const happening = $derived(table.mine?.animation.happening ?? null)
  const outcome = $derived(table.mine?.animation.running ? null : (table.scene?.outcome ?? null))
  let played = false
  $effect(() => {
    if (happening) sound(table.client.sound?.(happening) ?? null)
  })
  $effect(() => {
    // A table that was over when the page was opened stays silent.
    if (table.ready && outcome && played) {
      const lost = table.game?.cooperative && outcome.winners.length === 0
      sound(lost ? ruined : won, true)
    }
    if (table.ready) played = outcome === null
  })
}

export function soundTable(table: Table): void {
  const asked = $derived(table.mine?.choice.ask != null || table.curtains.length > 0)
  soundEvents(table)
  $effect(() => {
    if (asked) sound(turn, true)
  })
}

/** On a television nothing sounds for reactions and secret choices: only the turn, which everybody sees. */
export function soundTelevision(table: Table): void {
  const seat = $derived.by(() => {
    const on = (table.scene?.view as { turn?: number | null } | undefined)?.turn ?? null
    return turnOf(table.mine?.waiting ?? {}, on, table.mine?.animation.running ?? false).seat
  })
  const taken = $derived((table.summary?.chairs.length ?? 0) - freeSeats(table.summary?.chairs ?? []))
  let before = -1
  soundEvents(table)
  $effect(() => {
    if (seat !== null) sound(turn)
  })
  $effect(() => {
    if (before >= 0 && taken > before) sound(seated)
    if (table.ready) before = taken
  })
}
