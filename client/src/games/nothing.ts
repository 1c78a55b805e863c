/** For a game that has no drawing here: it can still be played by its list of answers. */
import type { GameClient } from './contract'
import Nothing from './Nothing.svelte'

const nothing: GameClient = {
  Board: Nothing,
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

export default nothing
