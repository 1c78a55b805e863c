import { describe, expect, it } from 'vitest'

import type { Ask } from '../protocol/types'
import { Choice } from './choice.svelte'

const ask: Ask = {
  question: { shape: 'play', prompt: 'play_one' },
  options: [
    { key: 'answer.draw', answer: { type: 'draw' } },
    { key: 'answer.play', answer: { type: 'play', card: 'car', linchpin: 'B-2' } },
    { key: 'answer.play', answer: { type: 'play', card: 'car', linchpin: 'A-3' } },
    { key: 'answer.play', answer: { type: 'play', card: 'pan' } },
  ],
}

function asked(): Choice {
  const choice = new Choice()
  choice.put(ask)
  return choice
}

describe('a choice', () => {
  it('lights what some option names', () => {
    const choice = asked()
    expect(choice.lit({ card: 'car' })).toBe(true)
    expect(choice.lit({ card: 'memo' })).toBe(false)
  })

  it('is ready when pointing has left one option', () => {
    const choice = asked()
    expect(choice.ready).toBe(null)
    choice.pick({ card: 'car' })
    expect(choice.ready).toBe(null)
    choice.pick({ linchpin: 'A-3' })
    expect(choice.ready).toBe(ask.options[2])
  })

  it('begins anew with something that is not among what is left', () => {
    const choice = asked()
    choice.pick({ card: 'car' })
    choice.pick({ card: 'pan' })
    expect(choice.ready).toBe(ask.options[3])
  })

  it('lets go of what is pointed at again', () => {
    const choice = asked()
    choice.toggle({ card: 'car' })
    choice.toggle({ card: 'car' })
    expect(choice.begun).toBe(false)
  })

  it('forgets what was picked when another question comes', () => {
    const choice = asked()
    choice.pick({ card: 'car' })
    choice.put({ ...ask })
    expect(choice.begun).toBe(false)
  })

  it('is confirmed by pointing again at the piece that made it ready', () => {
    const choice = asked()
    const sent: unknown[] = []
    choice.confirm = (option) => sent.push(option.answer)
    choice.toggle({ card: 'car' })
    expect(choice.confirms({ card: 'car' })).toBe(false)
    choice.toggle({ linchpin: 'A-3' })
    expect(choice.confirms({ linchpin: 'A-3' })).toBe(true)
    expect(sent).toEqual([])
    choice.toggle({ linchpin: 'A-3' })
    expect(sent).toEqual([{ type: 'play', card: 'car', linchpin: 'A-3' }])
  })

  it('is not confirmed by a piece that was pointed at before', () => {
    const choice = asked()
    choice.confirm = () => expect.unreachable()
    choice.toggle({ card: 'car' })
    choice.toggle({ linchpin: 'A-3' })
    choice.toggle({ card: 'car' })
    expect(choice.has({ card: 'car' })).toBe(false)
  })
})
