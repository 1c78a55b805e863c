import { describe, expect, it } from 'vitest'

import { candidates, casesOf, ordersOf, wayOf } from './orders'

describe('standing orders', () => {
  it('are read as they were given', () => {
    const orders = ordersOf('unless', [{ card: 'memo' }])
    expect(wayOf(orders)).toBe('unless')
    expect(casesOf(orders)).toEqual([{ card: 'memo' }])
    expect(wayOf(ordersOf('until', []))).toBe('until')
    expect(wayOf(ordersOf('ask', []))).toBe('ask')
  })

  it('offer each other player and what the windows were about, once', () => {
    const question = { shape: 'react' as const, prompt: 'react', args: { seat: 2, card: 'memo', linchpin: null } }
    expect(candidates([question, question], [1, 2], [{ linchpin: 'B-1' }], [{ seat: 1 }])).toEqual([
      { seat: 1 },
      { seat: 2 },
      { linchpin: 'B-1' },
      { card: 'memo' },
    ])
  })
})
