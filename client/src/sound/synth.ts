/** Plays phrases with Web Audio: every sound is computed here, none is loaded. */
export interface Note {
  /** Seconds after the phrase began, and how long it sounds. */
  at: number
  long: number
  /** In hertz; `to`: the pitch that it slides to. Noise is filtered around the pitch. */
  pitch: number
  to?: number
  wave?: OscillatorType | 'noise'
  /** From 0 to 1. */
  loud?: number
}
export type Phrase = readonly Note[]

const MASTER = 0.16
const ATTACK = 0.012
const SILENT = 0.0001

/** Return a pitch so many semitones above another. */
export function above(pitch: number, semitones: number): number {
  return pitch * 2 ** (semitones / 12)
}

/** Return how long a phrase sounds, in seconds. */
export function lengthOf(phrase: Phrase): number {
  return Math.max(0, ...phrase.map(({ at, long }) => at + long))
}

export function perform(context: AudioContext, phrase: Phrase): void {
  for (const note of phrase) strike(context, note, context.currentTime + note.at)
}

function strike(context: AudioContext, note: Note, start: number): void {
  const volume = context.createGain()
  const end = start + note.long
  volume.gain.setValueAtTime(SILENT, start)
  volume.gain.exponentialRampToValueAtTime(MASTER * (note.loud ?? 1), start + ATTACK)
  volume.gain.exponentialRampToValueAtTime(SILENT, end)
  volume.connect(context.destination)
  const source = note.wave === 'noise' ? hiss(context, note, start, volume) : tone(context, note, start, volume)
  source.start(start)
  source.stop(end + 0.05)
}

function tone(context: AudioContext, note: Note, start: number, out: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator()
  source.type = (note.wave as OscillatorType | undefined) ?? 'triangle'
  slide(source.frequency, note, start)
  source.connect(out)
  return source
}

function hiss(context: AudioContext, note: Note, start: number, out: AudioNode): AudioScheduledSourceNode {
  const source = context.createBufferSource()
  source.buffer = noise(context)
  source.loop = true
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.Q.value = 1.4
  slide(filter.frequency, note, start)
  source.connect(filter).connect(out)
  return source
}

function slide(pitch: AudioParam, note: Note, start: number): void {
  pitch.setValueAtTime(note.pitch, start)
  if (note.to !== undefined) pitch.exponentialRampToValueAtTime(note.to, start + note.long)
}

let grains: AudioBuffer | null = null

function noise(context: AudioContext): AudioBuffer {
  if (grains?.sampleRate === context.sampleRate) return grains
  grains = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = grains.getChannelData(0)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1
  return grains
}
