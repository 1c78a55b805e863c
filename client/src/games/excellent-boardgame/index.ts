/** The drawing of this game. */
import type { GameClient } from '../contract'
import Nothing from './Nothing.svelte'

const client: GameClient = {
  Board: Nothing,
  Hand: Nothing,
  Goal: Nothing,
  Seat: Nothing,
  Picture: Nothing,
  goal: () => '',
  standing: () => '',
  apply: (view) => view,
  pace: () => 0,
  lists: () => true,
  lessons: [],
}

export default client
