import { describe, expect, it } from 'vitest'

import { Choice } from '../../table/choice.svelte'
import { aims, firstOf, meansCard, meansItem, meansLinchpin, nextPart } from './choosing'

function asked(prompt: string, ...answers: Record<string, unknown>[]): Choice {
  const choice = new Choice()
  const options = answers.map((answer) => ({ answer, key: 'answer' }))
  choice.put({ question: { shape: 'play', prompt }, options })
  return choice
}

const CAR = { type: 'play', card: 'time_car_v4' }

describe('pointing', () => {
  it('at a card means to play it, and at another one to pay with it', () => {
    const choice = asked('play_one', { ...CAR, spend: 'memo', linchpin: 'A-2' }, { type: 'play', card: 'guitar' })

    const before = [meansCard(choice, 'time_car_v4'), meansCard(choice, 'memo'), meansCard(choice, 'guitar')]
    choice.pick(CAR)

    expect(before).toEqual([CAR, null, { type: 'play', card: 'guitar' }])
    expect(meansCard(choice, 'memo')).toEqual({ spend: 'memo' })
  })

  it('at a card of the hand means nothing while a pile is searched', () => {
    const choice = asked('quick_trip', { type: 'play', card: 'guitar' })

    expect(meansCard(choice, 'guitar')).toBeNull()
  })

  it('at an item aims a card at it once the card is settled', () => {
    const erased = { type: 'play', card: 'erased' }
    const choice = asked('play_one', { ...erased, item: 'fax', owner: 1 }, { type: 'draw' })

    const before = meansItem(choice, 'fax', 1, false)
    choice.pick(erased)

    expect(before).toBeNull()
    expect(meansItem(choice, 'fax', 1, false)).toEqual({ item: 'fax', owner: 1 })
  })

  it('at an item of mine uses it, or answers with it', () => {
    const turn = asked('draw_one', { type: 'draw' }, { type: 'use', item: 'mr_fusion', feed: 'fax' })
    const window = asked('react', { type: 'pass' }, { type: 'react', card: 'fax' })

    expect(meansItem(turn, 'mr_fusion', 0, true)).toEqual({ type: 'use', item: 'mr_fusion' })
    expect(meansItem(window, 'fax', 0, true)).toEqual({ type: 'react', card: 'fax' })
  })

  it('at the linchpin of a DoubleBack turns it to the side that does not show', () => {
    const doubleback = { type: 'play', card: 'doubleback_1' }
    const choice = asked('play_one', { ...doubleback, side: 'original' }, { ...doubleback, side: 'altered' })
    choice.pick(doubleback)

    const says = meansLinchpin(choice, 'A-2', 'altered', 'doubleback_1')

    expect(says).toEqual({ ...doubleback, side: 'altered' })
    expect(firstOf(choice, says)).toBe(choice.options[1])
  })
})

describe('what is left to say', () => {
  it('is asked field by field', () => {
    const card = { type: 'play', card: 'erased' }
    const draw = { type: 'draw' }
    const choice = asked('play_one', draw, { ...card, item: 'fax', owner: 1 }, { ...card, item: 'vest', owner: 2 })

    const before = nextPart(choice)
    choice.pick(card)

    expect(before).toBeNull()
    expect(nextPart(choice)).toEqual({ field: 'owner', values: [1, 2] })
  })

  it('is left to the pieces themselves when it is a card or one of many', () => {
    const erased = { type: 'play', card: 'erased', owner: 1 }
    const spent = ['memo', 'fax'].map((spend) => ({ ...CAR, spend, linchpin: 'A-2' }))
    const aimed = Array.from({ length: 7 }, (_, i) => ({ ...erased, item: `item ${i}` }))
    const choice = asked('play_one', ...spent)
    const many = asked('play_one', ...aimed)
    choice.pick(CAR)
    many.pick(erased)

    expect([nextPart(choice), nextPart(many)]).toEqual([null, null])
  })

  it('is asked at once when all answers play one card', () => {
    const fetched = asked('rewind', ...[0, 1, 2, 3].map((owner) => ({ type: 'play', card: 'not_yourself', owner })))

    expect(nextPart(fetched)).toEqual({ field: 'owner', values: [0, 1, 2, 3] })
  })

  it('is the aim alone when all answers play one card', () => {
    const fetched = asked('rewind', { ...CAR, linchpin: 'A-2' }, { ...CAR, linchpin: 'A-3' })
    const second = asked('second_flip', { type: 'pass' }, { type: 'flip_another', linchpin: 'A-2' })
    const turn = asked('play_one', CAR, { type: 'draw' })

    expect([aims(fetched), aims(second), aims(turn)]).toEqual([true, true, false])
  })
})
