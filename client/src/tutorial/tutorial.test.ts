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
      () => 3,
    )
    tutorial.start()
    expect(tutorial.lesson?.key).toBe('welcome')
    tutorial.next()
    expect(tutorial.lesson?.key).toBe('draw')
  })

  it('goes on by itself once the player has done it, and counts only what came after it began', () => {
    const log = [{ moment: 3, told: drawn }]
    const tutorial = new Tutorial(
      () => lessons,
      () => log,
      () => 3,
    )
    tutorial.start()
    tutorial.next()
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('draw')
    log.push({ moment: 4, told: drawn })
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('bye')
    tutorial.next()
    expect(tutorial.done).toBe(true)
  })

  it('does not wait for what the player did before its lesson', () => {
    const log: { moment: number; told: Told }[] = []
    const tutorial = new Tutorial(
      () => lessons,
      () => log,
      () => 3,
    )
    tutorial.start()
    log.push({ moment: 4, told: drawn })
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('welcome')
    tutorial.next()
    tutorial.look(at)
    expect(tutorial.lesson?.key).toBe('bye')
  })
})
