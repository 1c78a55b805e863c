import { describe, expect, it } from 'vitest'

import { faceOf } from './bot_faces'

const LEVELS = ['novice', 'casual', 'regular', 'expert', 'merciless']

describe('a bot’s face', () => {
  it('stays the same', () => {
    expect(faceOf('Quartz', 'expert')).toEqual(faceOf('Quartz', 'expert'))
  })

  it('tells the levels apart', () => {
    expect(new Set(LEVELS.map((level) => JSON.stringify(faceOf('Quartz', level)))).size).toBe(LEVELS.length)
  })

  it('differs between bots of one level', () => {
    const faces = ['Quartz', 'Tempo', 'Gnomon', 'Pendula', 'Sprocket', 'Zenith'].map((name) => faceOf(name, 'regular'))
    expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBeGreaterThan(3)
  })

  it('has a face for bots of the lab too', () => {
    expect(faceOf('Quartz', 'greedy').dots.length).toBeGreaterThan(0)
  })
})
