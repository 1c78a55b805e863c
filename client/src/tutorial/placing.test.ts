import { describe, expect, it } from 'vitest'

import { placed } from './placing'

const card = { width: 300, height: 160 }
const page = { width: 1440, height: 900 }

describe('the tutorial’s card', () => {
  it('stands right of a thing that has room there', () => {
    expect(placed({ left: 24, top: 60, width: 256, height: 300 }, card, page)).toEqual({ left: 292, top: 60 })
  })

  it('stands left of a thing at the right edge', () => {
    expect(placed({ left: 1100, top: 60, width: 312, height: 300 }, card, page)).toEqual({ left: 788, top: 60 })
  })

  it('stands below a thing as wide as the page, or above it', () => {
    const phone = { width: 390, height: 844 }
    expect(placed({ left: 12, top: 100, width: 366, height: 120 }, card, phone).top).toBe(232)
    expect(placed({ left: 12, top: 660, width: 366, height: 150 }, card, phone).top).toBe(488)
  })

  it('keeps off what is needed now, in a corner if it must', () => {
    const thing = { left: 500, top: 200, width: 100, height: 100 }
    const board = { left: 300, top: 60, width: 780, height: 820 }
    const at = placed(thing, card, page, [board])
    expect(at.left + card.width <= board.left || at.left >= board.left + board.width).toBe(true)
  })

  it('keeps off the hand and the question of a phone', () => {
    const phone = { width: 390, height: 844 }
    const hand = { left: 12, top: 517, width: 366, height: 88 }
    const prompt = { left: 0, top: 660, width: 390, height: 120 }
    const { top } = placed(null, card, phone, [prompt, hand])
    expect(top + card.height).toBeLessThanOrEqual(hand.top)
  })

  it('is never out of sight', () => {
    const at = placed({ left: -500, top: 5000, width: 10, height: 10 }, card, page)
    expect(at.left).toBeGreaterThanOrEqual(12)
    expect(at.top + card.height).toBeLessThanOrEqual(900)
  })
})
