/** How the Excellent Boardgame sounds: a guitar. Plucked strings for booths, a chord for a new round. */
import type { Told } from '../../protocol/types'
import { card, click } from '../../sound/phrases'
import { above, type Note, type Phrase } from '../../sound/synth'
import { kindOf } from './shown'

const LOW = 110

/** A string, with its octave so that it bites. */
function pluck(step: number, at = 0, long = 0.35): Note[] {
  return [
    { at, pitch: above(LOW, step), long, wave: 'sawtooth', loud: 0.35 },
    { at, pitch: above(LOW, step + 12), long: long * 0.6, loud: 0.3 },
  ]
}

function chord(steps: readonly number[], long: number): Phrase {
  return steps.flatMap((step, index) => pluck(step, index * 0.03, long))
}

const SOUNDS: Readonly<Record<string, Phrase>> = {
  round_began: chord([0, 7, 12], 0.9),
  cards_revealed: card,
  sixty_nine_dudes: [
    ...chord([0, 7, 12], 0.6),
    ...chord([3, 10, 15], 1.2).map((note) => ({ ...note, at: note.at + 0.4 })),
  ],
  booth_moved: pluck(12),
  booth_turned: click(360),
  character_picked_up: [...pluck(16), ...pluck(19, 0.1), ...pluck(24, 0.2, 0.5)],
  character_dropped: [...pluck(15), ...pluck(11, 0.14), ...pluck(6, 0.28, 0.6)],
  pick_up_barred: pluck(1, 0, 0.2),
  dude_moved: [{ at: 0, pitch: 82, to: 62, long: 0.28, wave: 'sawtooth', loud: 0.4 }],
  character_revealed: pluck(21),
  time_was_up: chord([0, 7, 12, 16], 1.6),
}

export function sound(told: Told): Phrase | null {
  return SOUNDS[kindOf(told)] ?? null
}
