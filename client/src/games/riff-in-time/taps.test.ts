import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Ask, Option } from '../../protocol/types'
import { Choice } from '../../table/choice.svelte'
import { type Here, point } from './band'
import { paying } from './paying.svelte'

const move = (to: string, by?: string): Option => ({
  key: 'answer.move',
  answer: { type: 'move', to, ...(by && { by }) },
})

function at(...options: Option[]): { here: Here; send: ReturnType<typeof vi.fn> } {
  const choice = new Choice()
  choice.put({ question: { shape: 'choose', prompt: 'take_actions', args: {} }, options } as unknown as Ask)
  const send = vi.fn()
  return { here: { choice, send } as unknown as Here, send }
}

describe('a tap on a place', () => {
  beforeEach(() => (paying.asks = false))

  it('goes there at once if one action pays for it', () => {
    const { here, send } = at(move('rome'), move('rome', 'excellent'))
    point(here, { to: 'rome' })
    expect(send).toHaveBeenCalledWith(move('rome'))
  })

  it('asks once before two dice are spent', () => {
    const { here, send } = at(move('rome', 'two_rerolls'))
    point(here, { to: 'rome' })
    expect(send).not.toHaveBeenCalled()
    point(here, { to: 'rome' })
    expect(send).toHaveBeenCalledOnce()
  })

  it('asks how to pay if both ways could do something else', () => {
    const { here, send } = at(move('rome', 'excellent'), move('rome', 'two_interacts'))
    point(here, { to: 'rome' })
    expect(send).not.toHaveBeenCalled()
    expect(here.choice.live).toHaveLength(2)
  })
})
