/** How Riff in Time sounds: dice on wood, rifts that growl as they open and ring as they close. */
import type { Told } from '../../protocol/types'
import { card, click } from '../../sound/phrases'
import { above, type Note, type Phrase } from '../../sound/synth'

/** Dice that tumble and come to rest. */
const dice: Phrase = [0, 0.05, 0.11, 0.18, 0.27, 0.38].map((at, index): Note => ({
  at,
  pitch: 1900 - index * 190,
  long: 0.05,
  wave: 'noise',
  loud: 0.9 - index * 0.1,
}))

/** The higher the rift, the higher the growl; that of San Dimas swells. */
function opened(level: number, home: boolean): Phrase {
  const low = above(home ? 49 : 82, level)
  return [
    { at: 0, pitch: low, to: low * 1.4, long: home ? 0.9 : 0.35, wave: 'sawtooth', loud: home ? 0.6 : 0.35 },
    { at: 0, pitch: 300, to: 900, long: home ? 0.8 : 0.3, wave: 'noise', loud: 0.3 },
  ]
}

const rings = (steps: readonly number[], gap: number): Phrase =>
  steps.map((step, index): Note => ({ at: index * gap, pitch: above(523, step), long: 0.5, wave: 'sine', loud: 0.8 }))

const SOUNDS: Readonly<Record<string, Phrase>> = {
  riff_card_drawn: card,
  dice_rolled: dice,
  die_rerolled: dice.slice(2),
  rift_lowered: [{ at: 0, pitch: 392, to: 262, long: 0.22, wave: 'sine', loud: 0.7 }],
  rift_fixed: rings([0, 7, 12, 19], 0.09),
  rift_unfixed: [{ at: 0, pitch: 600, to: 110, long: 0.7, wave: 'sawtooth', loud: 0.4 }],
  character_moved: click(440),
  personage_picked_up: rings([0, 4], 0.08),
  personage_returned: rings([0, 4, 7], 0.09),
  personages_ejected: [{ at: 0, pitch: 700, to: 140, long: 0.4, wave: 'square', loud: 0.2 }],
  objective_completed: rings([0, 4, 7, 12], 0.11),
}

export function sound({ args }: Told): Phrase | null {
  const event = String(args.event)
  if (event === 'rift_raised') return opened(Number(args.level ?? 5), args.place === 'san_dimas')
  return SOUNDS[event] ?? null
}
