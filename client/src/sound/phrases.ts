/** Phrases that every game uses; what its own events sound like is in the game's `sounds.ts`. */
import { above, type Note, type Phrase } from './synth'

/** It is my turn; on a television: the turn passes. */
export const turn: Phrase = [
  { at: 0, pitch: 587, long: 0.14 },
  { at: 0.1, pitch: 880, long: 0.26 },
]

/** Somebody sat down. */
export const seated: Phrase = [{ at: 0, pitch: 494, to: 523, long: 0.3, wave: 'sine' }]

/** A rising run that ends on an open chord. */
export const won: Phrase = [
  ...[0, 4, 7, 12].map((step, index): Note => ({ at: index * 0.11, pitch: above(392, step), long: 0.24 })),
  ...[0, 7, 12, 16].map((step): Note => ({ at: 0.5, pitch: above(392, step), long: 1.4, loud: 0.55 })),
]

/** A slow fall, then the low end of it. */
export const ruined: Phrase = [
  { at: 0, pitch: 311, to: 98, long: 1.1, wave: 'sawtooth', loud: 0.4 },
  { at: 0.15, pitch: 800, to: 90, long: 1.2, wave: 'noise', loud: 0.5 },
  { at: 0.9, pitch: 73, long: 1.2, wave: 'sine' },
]

/** A card laid on a table. */
export const card: Phrase = [{ at: 0, pitch: 2400, to: 900, long: 0.07, wave: 'noise', loud: 0.6 }]

/** A click, for a step. */
export function click(pitch: number): Phrase {
  return [{ at: 0, pitch, to: pitch * 0.7, long: 0.06, wave: 'square', loud: 0.22 }]
}
