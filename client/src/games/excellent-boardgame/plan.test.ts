import { describe, expect, it } from 'vitest'

import { Choice } from '../../table/choice.svelte'
import { choose, laid, lifted, optionOf, planOf, swapped } from './plan'

function asked(...cards: number[]): Choice {
  const pairs = cards.flatMap((first) => cards.filter((card) => card !== first).map((second) => ({ first, second })))
  const choice = new Choice()
  choice.put({
    question: { shape: 'plan', prompt: 'plan' },
    options: pairs.map((pair) => ({ answer: { type: 'plan', ...pair }, key: 'answer.plan' })),
  })
  return choice
}

const NOTHING = { first: null, second: null }

describe('laying cards', () => {
  it('fills the first slot, then the second, then replaces the second', () => {
    const one = laid(NOTHING, 8)
    const two = laid(one, 42)

    expect(two).toEqual({ first: 8, second: 42 })
    expect(laid(two, 3)).toEqual({ first: 8, second: 3 })
  })

  it('swaps when a card is dragged onto the other slot', () => {
    expect(laid({ first: 8, second: 42 }, 42, 'first')).toEqual({ first: 42, second: 8 })
    expect(swapped({ first: 8, second: 42 })).toEqual({ first: 42, second: 8 })
  })

  it('moves a single card to the other slot', () => {
    expect(laid({ first: 8, second: null }, 8, 'second')).toEqual({ first: null, second: 8 })
  })

  it('fills a hole in the first slot first', () => {
    expect(laid(lifted({ first: 8, second: 42 }, 'first'), 3)).toEqual({ first: 3, second: 42 })
  })
})

describe('pointing at a plan', () => {
  it('is ready when both slots are filled, and changeable', () => {
    const choice = asked(3, 8, 42)

    choose(choice, { first: 8, second: null })
    expect(choice.ready).toBeNull()
    choose(choice, { first: 8, second: 42 })
    expect(choice.ready?.answer).toMatchObject({ first: 8, second: 42 })
    choose(choice, { first: 42, second: 8 })
    expect(choice.ready?.answer).toMatchObject({ first: 42, second: 8 })
    choose(choice, NOTHING)
    expect(choice.begun).toBe(false)
  })

  it('shows what is sealed until something else is chosen', () => {
    const choice = asked(3, 8, 42)
    const sealed = { type: 'plan', first: 3, second: 8 }

    expect(planOf({ choice, sealed })).toEqual({ first: 3, second: 8 })
    choose(choice, { first: 42, second: null })
    expect(planOf({ choice, sealed })).toEqual({ first: 42, second: null })
  })

  it('knows no plan that was not offered', () => {
    expect(optionOf(asked(3, 8), { first: 3, second: 42 })).toBeNull()
  })
})
