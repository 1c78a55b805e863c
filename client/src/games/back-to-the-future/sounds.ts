/** How Back to the Future sounds: clockwork. Each flip is a click, a tone higher than the one before. */
import type { Told } from '../../protocol/types'
import { card, click } from '../../sound/phrases'
import { above, type Note, type Phrase } from '../../sound/synth'
import { turning } from './flips'
import { GROW, STEP } from './pace'

const FIRST = 220
/** Whole tones up, as the ripple goes on. */
const TONE = 2

const SOUNDS: Readonly<Record<string, Phrase>> = {
  card_drawn: card,
  card_announced: card,
  card_discarded: card,
  item_placed: click(520),
  item_taken: click(420),
  card_cancelled: [
    { at: 0, pitch: 440, to: 220, long: 0.25, wave: 'square', loud: 0.25 },
    { at: 0.12, pitch: 330, to: 165, long: 0.3, wave: 'square', loud: 0.25 },
  ],
  mysterious_forces: [{ at: 0, pitch: 110, to: 440, long: 1.2, wave: 'sine' }],
  clock_hung: [0, 0.6, 1.2].map((at): Note => ({ at, pitch: 147, long: 0.9, wave: 'sine' })),
}

/** The line swells, then the linchpin and its ripples flip. */
function ripple(flips: number): Phrase {
  const swell: Note = { at: 0, pitch: 90, to: 360, long: GROW / 1000 + 0.1, wave: 'sine', loud: 0.7 }
  const steps = Array.from({ length: flips }, (_, index): Note[] => {
    const at = (GROW + STEP * index) / 1000
    return [
      { at, pitch: 3000, to: 1200, long: 0.05, wave: 'noise', loud: 0.5 },
      { at, pitch: above(FIRST, TONE * index), long: 0.22, loud: 0.8 },
    ]
  })
  return [swell, ...steps.flat()]
}

export function sound(told: Told): Phrase | null {
  const flips = turning(told).size
  return flips > 0 ? ripple(flips) : (SOUNDS[told.key.split('.')[1] ?? ''] ?? null)
}
