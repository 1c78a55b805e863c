/** How long each event is shown, in milliseconds at normal speed: as long as the eye needs to follow it. */
import type { Told } from '../../protocol/types'
import { turning } from './flips'

export const FLIP = 480
export const STEP = 90
/** The line grows before anything flips. */
export const GROW = 360

const PACES: Readonly<Record<string, number>> = {
  turn_began: 250,
  turn_skipped: 900,
  turn_cut_short: 700,
  card_drawn: 280,
  card_announced: 900,
  card_answered: 1000,
  card_cancelled: 1000,
  card_stands: 700,
  item_placed: 500,
  item_taken: 700,
  item_kept: 700,
  item_discarded: 500,
  card_discarded: 350,
  card_given: 350,
  card_returned: 350,
  hands_traded: 700,
  hands_passed: 700,
  hands_shuffled: 700,
  identity_changed: 1000,
  history_left: 500,
  mysterious_forces: 1500,
  clock_hung: 1800,
  uninvention_failed: 1200,
  extra_play_gained: 300,
  pile_reshuffled: 400,
  game_won: 900,
}

export function pace(told: Told): number {
  const turns = turning(told).size
  if (turns > 0) return GROW + FLIP + STEP * turns + 400
  return PACES[told.key.split('.')[1] ?? ''] ?? 0
}
