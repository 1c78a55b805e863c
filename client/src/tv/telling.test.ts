import { describe, expect, it } from 'vitest'

import { entry } from '../table/log'
import { freeSeats, isLocal, sizeOf, storyOf, turnOf } from './telling'
import { fitted } from './stage'

const told = (key: string) => ({ key, args: {} })

describe('the story', () => {
  it('is the latest event that the game takes its time to show', () => {
    const log = [entry(1, told('shown')), entry(2, told('hidden')), entry(3, null, 1)]
    expect(storyOf(log, ({ key }) => (key === 'shown' ? 300 : 0))?.told?.key).toBe('shown')
    expect(storyOf([], () => 1)).toBeNull()
  })

  it('is smaller the longer it is', () => {
    expect(['Rome tears open to 9.', 'x'.repeat(70), 'x'.repeat(120)].map(sizeOf)).toEqual(['large', 'medium', 'small'])
  })
})

describe('the turn', () => {
  it('is that of the seat that the table waits for', () => {
    expect(turnOf({ seats: [2] }, 0, false)).toEqual({ seat: 2, together: false })
  })

  it('stays where it was while events are shown, and in a window', () => {
    expect(turnOf({ seats: [2] }, 0, true)).toEqual({ seat: 0, together: false })
    expect(turnOf({ window: true, seats: [] }, 1, false)).toEqual({ seat: 1, together: false })
  })

  it('is nobody’s while several choose at once', () => {
    expect(turnOf({ seats: [0, 2] }, 0, false)).toEqual({ seat: null, together: true })
  })
})

it('counts the seats that are free', () => {
  expect(freeSeats([{ kind: 'open' }, { kind: 'bot' }, { kind: 'person' }, { kind: 'open' }])).toBe(2)
})

it('knows an address that phones cannot reach', () => {
  expect(isLocal('http://localhost:8000')).toBe(true)
  expect(isLocal('http://127.0.0.1:8000')).toBe(true)
  expect(isLocal('http://192.168.1.7:8000')).toBe(false)
})

it('fits the stage into any screen, in the middle', () => {
  expect(fitted(1280, 720)).toEqual({ x: 0, y: 0, scale: 1280 / 1920 })
  expect(fitted(1920, 1200)).toEqual({ x: 0, y: 60, scale: 1 })
})
