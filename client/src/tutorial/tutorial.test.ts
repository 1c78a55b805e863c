import { describe, expect, it } from 'vitest'

import type { At, Lesson } from '../games/contract'
import type { Told } from '../protocol/types'
import { Tutorial } from './tutorial.svelte'

const at = {} as At
const drawn: Told = { key: 'event.card_drawn', args: {} }
const lessons: Lesson[] = [
  { key: 'welcome' },
  { key: 'draw', until: (_, since) => since.some((told) => told.key === drawn.key) },
  { key: 'bye' },
]

describe('a tutorial', () => {
  it('goes on by the button', () => {
    const tutorial = new Tutorial(
      () => lessons,
      () => [],
    )
    tutorial.start()
    expect(tutorial.lesson?.key).toBe('welcome')
    tutorial.next()
    expect(tutorial.lesson?.key).toBe('draw')
  })

  it('goes on by itself once the player has done it, and counts only what came after', () => {
    const log = [{ told: drawn }]
    const tutorial = new Tutorial(
      () => lessons,
      () => log,
    )
    tutorial.start()
    tutorial.next()
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('draw')
    log.push({ told: drawn })
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('bye')
    tutorial.next()
    expect(tutorial.done).toBe(true)
  })
})
