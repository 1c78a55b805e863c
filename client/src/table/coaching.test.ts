import { describe, expect, it } from 'vitest'

import type { Connection } from '../protocol/connection'
import type { Option, Summary } from '../protocol/types'
import { alone, Coaching } from './coaching.svelte'
import type { Perspective } from './perspective.svelte'

const summary = (status: string, ...kinds: string[]) =>
  ({ status, chairs: kinds.map((kind) => ({ kind })) }) as unknown as Summary
const options = ['pass', 'memo'].map((type) => ({ answer: { type } })) as unknown as Option[]
const [pass, memo] = options as [Option, Option]

function perspective(shape = 'choose', script: readonly object[] = []) {
  const choice = { ask: { options, question: { shape } }, script }
  return { seat: 0, table: 't', scene: { moment: 3 }, choice } as unknown as Perspective
}

function coach(reply: unknown) {
  const asked: unknown[] = []
  const askCoach = (...question: unknown[]) => {
    asked.push(question)
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply)
  }
  const at = perspective()
  return { asked, at, coaching: new Coaching({ askCoach } as unknown as Connection, () => at) }
}

describe('the coach before an answer', () => {
  it('helps only one person against bots, while they play', () => {
    expect(alone(summary('running', 'person', 'bot', 'bot'), [0])).toBe(true)
    expect(alone(summary('running', 'person'), [0])).toBe(true)
    expect(alone(summary('running', 'person', 'person', 'bot'), [0])).toBe(false)
    expect(alone(summary('running', 'person', 'person'), [0, 1])).toBe(false)
    expect(alone(summary('over', 'person', 'bot'), [0])).toBe(false)
    expect(alone(summary('running', 'person', 'bot'), [])).toBe(false)
  })

  it('objects to an answer that gives away a lot', async () => {
    const { asked, at, coaching } = coach({ type: 'coached', id: 1, chance: 0.45, left: 0.28 })
    expect(await coaching.objects(at, memo)).toBe(true)
    expect(asked).toEqual([['t', 0, 3, memo.answer]])
    expect(coaching.objection).toEqual({ option: memo, moment: 3, chance: 0.45, left: 0.28 })
    coaching.dismiss()
    expect(coaching.objection).toBe(null)
  })

  it('is silent about a good answer, and if it cannot look', async () => {
    for (const reply of [{ type: 'coached', id: 1, chance: null, left: null }, null, new Error('busy')]) {
      const { at, coaching } = coach(reply)
      expect(await coaching.objects(at, memo)).toBe(false)
      expect(coaching.looking).toBe(false)
    }
  })

  it('looks only at a pass while the time of a window runs, and never in the tutorial', async () => {
    const { asked, coaching } = coach(null)
    await coaching.objects(perspective('react'), memo)
    await coaching.objects(perspective('choose', [{}]), memo)
    expect(asked).toEqual([])
    await coaching.objects(perspective('react'), pass)
    expect(asked).toHaveLength(1)
  })
})
