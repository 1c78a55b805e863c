/** For a game that has no drawing here: what a seat sees as a list, and the answers as buttons. */
import type { GameClient } from './contract'
import Nothing from './Nothing.svelte'
import Plain from './Plain.svelte'

const plain: GameClient = {
  Board: Plain,
  Hand: Nothing,
  Goal: Nothing,
  Seat: Nothing,
  Picture: Nothing,
  goal: () => '',
  standing: () => '',
  apply: (view: unknown) => view,
  pace: () => 0,
  inHand: () => false,
  lists: () => true,
  lessons: [],
}

export default plain
