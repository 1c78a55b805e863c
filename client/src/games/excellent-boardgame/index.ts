/** The drawing of Bill & Ted's Excellent Boardgame. */
import type { GameClient } from '../contract'
import { apply } from './apply'
import Aside from './Aside.svelte'
import Board from './Board.svelte'
import { compared, counts } from './counts'
import End from './End.svelte'
import Goal from './Goal.svelte'
import Hand from './Hand.svelte'
import { lessons } from './lessons'
import { pace } from './pace'
import Picture from './Picture.svelte'
import Seat from './Seat.svelte'
import { sound } from './sounds'
import { seatOf, type Table } from './shown'

const client: GameClient = {
  Board,
  Hand,
  Goal,
  Seat,
  Aside,
  End,
  Tv: () => import('./Tv.svelte'),
  Picture,
  goal,
  standing,
  apply,
  pace,
  sound,
  remarkable: ['character_dropped', 'sixty_nine_dudes'],
  inHand: () => true,
  lists: (scene) => scene.ask?.question.prompt !== 'plan',
  lessons,
}

/** "3, Max 4": mine, and the best of the others. */
function goal(at: Table): string {
  const best = counts(at.view)[0]
  if (at.seat === null) return at.words.tell('board.chip.watch', { seat: best?.seat, count: best?.count ?? 0 })
  const { count, other, rivals } = compared(at.view, at.seat)
  return at.words.tell('board.chip', { count, seat: rivals[0], other })
}

function standing(at: Table, seat: number): string {
  return at.words.say('board.held', { count: seatOf(at.view, seat)?.collected.length ?? 0 })
}

export default client
