import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Told } from '../protocol/types'
import { Animation } from './animation.svelte'

const step: Told = { key: 'event.step', args: {} }
const game = {
  apply: (view: { at: number }) => ({ at: view.at + 1 }),
  pace: () => 100,
}

function shown(factor = 1, apply: typeof game.apply = game.apply): Animation {
  const show = new Animation(
    () => ({ ...game, apply }),
    () => factor,
  )
  show.put({ at: 0 })
  return show
}

describe('a show', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('tells events one after the other', async () => {
    const show = shown()
    const done = show.tell([step, step])
    expect(show.view).toEqual({ at: 1 })
    await vi.advanceTimersByTimeAsync(100)
    expect(show.view).toEqual({ at: 2 })
    expect(show.running).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
    expect(await done).toBe(true)
    expect(show.happening).toBe(null)
  })

  it('goes to the end when it is skipped', async () => {
    const show = shown()
    const done = show.tell([step, step, step])
    show.skip()
    expect(await done).toBe(true)
    expect(show.view).toEqual({ at: 3 })
  })

  it('is skipped up to the next turn, and goes on from there', async () => {
    const show = shown()
    const done = show.tell([step, step, { key: 'event.turn_began', args: { event: 'turn_began', seat: 1 } }, step])
    show.skip()
    await vi.advanceTimersByTimeAsync(0)
    expect(show.view).toEqual({ at: 3 })
    await vi.advanceTimersByTimeAsync(200)
    expect(await done).toBe(true)
  })

  it('is stepped through event by event', async () => {
    const show = shown()
    void show.tell([step, step, step])
    show.next()
    await vi.advanceTimersByTimeAsync(0)
    expect(show.view).toEqual({ at: 2 })
  })

  it('takes no time at all where the reader wants none', async () => {
    expect(await shown(0).tell([step, step, step])).toBe(true)
  })

  it('gives way when something else is put on the table', async () => {
    const show = shown()
    const done = show.tell([step, step])
    show.put({ at: 9 })
    expect(await done).toBe(false)
    expect(show.view).toEqual({ at: 9 })
  })

  it('leaves the view as it is when a drawing cannot show an event', async () => {
    const show = shown(0, () => {
      throw new Error('unknown event')
    })
    expect(await show.tell([step])).toBe(true)
    expect(show.view).toEqual({ at: 0 })
  })
})
