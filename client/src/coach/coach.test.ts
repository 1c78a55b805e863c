import { describe, expect, it } from 'vitest'

import type { At, Lesson } from '../games/contract'
import type { Told } from '../protocol/types'
import { Coach } from './coach.svelte'

const at = {} as At
const drawn: Told = { key: 'event.card_drawn', args: {} }
const lessons: Lesson[] = [
  { key: 'welcome' },
  { key: 'draw', until: (_, since) => since.some((told) => told.key === drawn.key) },
  { key: 'bye' },
]

describe('a coach', () => {
  it('goes on by the button', () => {
    const coach = new Coach(
      () => lessons,
      () => [],
    )
    coach.start()
    expect(coach.lesson?.key).toBe('welcome')
    coach.next()
    expect(coach.lesson?.key).toBe('draw')
  })

  it('goes on by itself once the player has done it, and counts only what came after', () => {
    const log = [{ told: drawn }]
    const coach = new Coach(
      () => lessons,
      () => log,
    )
    coach.start()
    coach.next()
    coach.look(at)
    expect(coach.lesson?.key).toBe('draw')
    log.push({ told: drawn })
    coach.look(at)
    expect(coach.lesson?.key).toBe('bye')
    coach.next()
    expect(coach.done).toBe(true)
  })
})
