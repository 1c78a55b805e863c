/** How long each event is shown, in milliseconds at normal speed. */
import type { Told } from '../../protocol/types'
import { kindOf } from './shown'

const PACE: Record<string, number> = {
  round_began: 700,
  cards_revealed: 380,
  sixty_nine_dudes: 1400,
  turn_began: 600,
  character_followed: 260,
  character_gone: 500,
  card_followed: 260,
  booth_moved: 400,
  booth_turned: 340,
  character_picked_up: 650,
  pick_up_barred: 700,
  dude_followed: 300,
  dude_moved: 340,
  dude_turned: 280,
  character_dropped: 850,
  character_revealed: 550,
  time_was_up: 1200,
  hand_shown: 900,
}

export function pace(told: Told): number {
  return PACE[kindOf(told)] ?? 0
}
