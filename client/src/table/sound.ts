/** Small sounds, off unless the reader wants them: it is my turn; something happened; the end. */
import { preferences } from '../preferences.svelte'

type Tone = readonly [pitch: number, at: number, long: number]

const TUNES: Record<'turn' | 'event' | 'end', readonly Tone[]> = {
  turn: [
    [587, 0, 0.12],
    [880, 0.1, 0.22],
  ],
  event: [[330, 0, 0.05]],
  end: [
    [440, 0, 0.2],
    [554, 0.15, 0.2],
    [659, 0.3, 0.2],
    [880, 0.45, 0.5],
  ],
}

let speaker: AudioContext | null = null

export function sound(tune: keyof typeof TUNES): void {
  if (!preferences.sound) return
  try {
    speaker ??= new AudioContext()
    for (const [pitch, at, long] of TUNES[tune]) play(speaker, pitch, speaker.currentTime + at, long)
  } catch {
    // No audio device: stay silent.
  }
}

function play(context: AudioContext, pitch: number, at: number, long: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  volume.gain.setValueAtTime(0.0001, at)
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + long)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + long + 0.05)
}
