/** Sounds, off until the reader has said that they want them. */
import { preferences } from '../preferences.svelte'
import { perform, type Phrase } from './synth'

/** Events that are shown at once (reduced motion, a reader who skips) sound as one, in seconds. */
const GAP = 0.06

let speaker: AudioContext | null = null
let last = -GAP

/** Play a phrase. In a hidden page nothing sounds but what is `urgent`: that it is my turn. */
export function sound(phrase: Phrase | null, urgent = false): void {
  if (!phrase || !preferences.sound || (document.hidden && !urgent)) return
  try {
    speaker ??= new AudioContext()
    if (speaker.state === 'suspended') void speaker.resume()
    if (!urgent && speaker.currentTime - last < GAP) return
    last = speaker.currentTime
    perform(speaker, phrase)
  } catch {
    // No audio device: stay silent.
  }
}
