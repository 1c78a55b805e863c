/** The drawing of Riff in Time. */
import type { GameClient } from '../contract'
import { apply, pace } from './apply'
import Aside from './Aside.svelte'
import { fixedPlaces, type Here, mine } from './band'
import Board from './Board.svelte'
import End from './End.svelte'
import Goal from './Goal.svelte'
import Hand from './Hand.svelte'
import { lessons } from './lessons'
import Picture from './Picture.svelte'
import { boxOf } from './printed'
import Seat from './Seat.svelte'
import { sound } from './sounds'
import { briefly } from './tasks'

function goal(at: Here): string {
  const [player] = mine(at)
  const objective =
    player && !player.offered && !player.completed ? boxOf(at.printed).objective(player.objective) : null
  if (player && objective) return briefly(at.words, objective, player.stage)
  return at.words.say('board.rifts_closed', { fixed: fixedPlaces(at.view), all: at.view.places.length - 1 })
}

function standing(at: Here, seat: number): string {
  const members = at.view.players.filter((one) => one.seat === seat && one.who)
  return members
    .map((one) =>
      at.words.say('board.standing', {
        who: at.words.say(`character.${one.who}`),
        place: at.words.say(`place.${one.place}`),
      }),
    )
    .join(' · ')
}

/** Questions that are answered by a card or dice in the hand. */
const IN_HAND = new Set(['take_character', 'keep_objective', 'choose_effect', 'put_next', 'assemble_pool'])

const client: GameClient = {
  Board,
  Hand,
  Goal,
  goal,
  Seat,
  standing,
  Aside,
  End,
  tellsWhy: true,
  Tv: () => import('./tv'),
  Picture,
  apply,
  pace,
  sound,
  remarkable: ['rift_fixed', 'rift_unfixed', 'objective_completed'],
  inHand: (prompt) => IN_HAND.has(prompt),
  // Everything that can be answered is lit on the board, on a die or as a button of the hand.
  lists: () => false,
  lessons,
}

export default client
