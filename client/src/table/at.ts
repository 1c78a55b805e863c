/** What a game's drawing looks at: the table now, or the moment that is looked back at. One object for the whole life of
    the table; what it tells changes. */
import type { At } from '../games/contract'
import { preferences } from '../preferences.svelte'
import { Choice } from './choice.svelte'
import type { Table } from './table.svelte'

export function atOf(table: Table): At {
  const idle = new Choice()
  const past = () => table.replay.on && table.replay.moment !== null
  return {
    get view() {
      return (past() ? table.replay.animation.view : null) ?? table.mine?.animation.view ?? {}
    },
    get printed() {
      return table.printed
    },
    get words() {
      return table.words
    },
    get seat() {
      return past() && table.borrowed !== undefined ? table.borrowed : table.seat
    },
    get choice() {
      return table.replay.on ? idle : (table.mine?.choice ?? idle)
    },
    get previewEvents() {
      return table.preview.events
    },
    get preview() {
      return table.preview.sentence
    },
    get happening() {
      return past() ? table.replay.animation.happening : (table.mine?.animation.happening ?? null)
    },
    get pointed() {
      return table.pointed
    },
    get sealed() {
      return table.replay.on ? null : (table.mine?.own?.sealed ?? null)
    },
    get outcome() {
      return (past() ? table.replay.moment?.scene.outcome : table.scene?.outcome) ?? null
    },
    get colours() {
      return table.colours
    },
    get chairs() {
      return table.summary?.chairs ?? []
    },
    get motion() {
      return preferences.motion
    },
    send: (option) => void table.answer(option),
  }
}
