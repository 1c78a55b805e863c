/** The drawing of Back to the Future: The Card Game. */
import type { At, GameClient } from '../contract'
import { apply } from './apply'
import Aside from './Aside.svelte'
import Board from './Board.svelte'
import End from './End.svelte'
import { headlines } from './goal'
import Goal from './Goal.svelte'
import Hand from './Hand.svelte'
import { lessons } from './lessons'
import { pace } from './pace'
import Picture from './Picture.svelte'
import { positions, stackAt } from './printed'
import Seat from './Seat.svelte'
import { sound } from './sounds'
import type { View } from './view'

/** Questions whose options are listed as buttons, because no piece stands for them. */
const LISTED = new Set(['mulligan', 'react', 'before_the_turn'])

const client: GameClient = {
  Board,
  Hand,
  Goal,
  Seat,
  Aside,
  End,
  Tv: () => import('./Tv.svelte'),
  Picture,
  goal(at: At<View>) {
    const me = at.seat === null ? undefined : at.view.seats[at.seat]
    const met = headlines(at.printed, me?.identity, at.view.altered).filter((one) => one.shown).length
    return me ? at.words.say('board.chip', { count: met }) : ''
  },
  standing(at: At<View>, seat: number) {
    const player = at.view.seats[seat]
    return player ? at.words.say('board.cards', { count: player.cards }) : ''
  },
  apply,
  pace,
  sound,
  remarkable: ['history_changed', 'mysterious_forces', 'clock_hung', 'uninvention_failed', 'hands_shuffled'],
  inHand: (prompt) => prompt === 'play_one',
  lists: ({ ask }) => ask != null && (LISTED.has(ask.question.prompt) || ask.options.length <= 3),
  /** Time travel itself first, then the other linchpins. */
  stakes(printed) {
    const linchpins = positions(printed).filter((one) => one.kind === 'linchpin')
    const last = (one: { at: string }) => Number(one.at !== stackAt(printed))
    return linchpins.sort((one, other) => last(one) - last(other)).map((one) => ({ linchpin: one.at }))
  },
  lessons,
}

export default client
