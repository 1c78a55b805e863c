import { describe, expect, it } from 'vitest'

import { sound as clockwork } from '../games/back-to-the-future/sounds'
import { sound as guitar } from '../games/excellent-boardgame/sounds'
import { sound as rifts } from '../games/riff-in-time/sounds'
import { ruined, won } from './phrases'
import { lengthOf, type Phrase } from './synth'

const told = (key: string, args: Record<string, unknown> = {}) => ({ key, args })
const pitches = (phrase: Phrase | null) => (phrase ?? []).map(({ pitch }) => pitch)

describe('a ripple', () => {
  const phrase = clockwork(
    told('event.history_changed', { headline: 'B-2.altered', ripples: ['C-3.altered', 'C-4.altered'] }),
  )

  it('clicks once for each flip, each a tone higher', () => {
    const tones = (phrase ?? []).filter((note) => note.wave === undefined)
    expect(tones).toHaveLength(3)
    expect(pitches(tones)).toEqual([...pitches(tones)].sort((a, b) => a - b))
  })
})

describe('a rift', () => {
  it('growls higher the wider it is, and longer in San Dimas', () => {
    const raised = (place: string, level: number) =>
      rifts(told('event.rift_raised', { event: 'rift_raised', place, level }))
    expect(pitches(raised('rome', 8))[0]).toBeGreaterThan(pitches(raised('rome', 3))[0] ?? 0)
    expect(lengthOf(raised('san_dimas', 3) ?? [])).toBeGreaterThan(lengthOf(raised('rome', 3) ?? []))
  })
})

it('is silent for what has no sound', () => {
  expect(clockwork(told('event.turn_began'))).toBeNull()
  expect(guitar(told('event.turn_began'))).toBeNull()
  expect(rifts(told('event.turn_began', { event: 'turn_began' }))).toBeNull()
})

it('ends a won game upwards and a lost one downwards', () => {
  expect(Math.max(...pitches(won))).toBeGreaterThan(pitches(won)[0] ?? 0)
  expect(ruined.every((note) => (note.to ?? note.pitch) <= note.pitch)).toBe(true)
})
