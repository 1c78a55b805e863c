import { describe, expect, it } from 'vitest'

import { left, toMinutes, toTime } from './clock'

describe('the time left', () => {
  it('runs in minutes and seconds at the end, and is rough before', () => {
    expect(left(9.2)).toEqual({ unit: 'running', value: '0:10' })
    expect(left(61)).toEqual({ unit: 'running', value: '1:01' })
    expect(left(5 * 3600 + 1)).toEqual({ unit: 'hours', value: 5 })
    expect(left(3 * 86400)).toEqual({ unit: 'days', value: 3 })
    expect(left(3 * 86400 - 1)).toEqual({ unit: 'days', value: 3 })
  })
})

describe('sleeping hours', () => {
  it('are the reader’s own and the server’s UTC, there and back', () => {
    const paris = -60
    expect(toMinutes('00:30', paris)).toBe(23 * 60 + 30)
    expect(toTime(23 * 60 + 30, paris)).toBe('00:30')
    const denver = 420
    expect(toMinutes('23:00', denver)).toBe(6 * 60)
    expect(toTime(6 * 60, denver)).toBe('23:00')
  })
})
