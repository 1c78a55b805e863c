import { describe, expect, it } from 'vitest'

import type { Chair, Spectator } from '../protocol/types'
import { personsOf } from './people'

const chairs: Chair[] = [
  { kind: 'person', name: 'Ada' },
  { kind: 'person', name: 'Ben', muted: true },
  { kind: 'bot', bot: 'novice' },
  { kind: 'open' },
]
const spectators: Spectator[] = [
  { handle: 'ab', name: 'Ben' },
  { handle: 'cd', name: 'Eve', removed: true },
]

describe('whom the host can mute and remove', () => {
  it('is everybody else who plays, and the spectators who wrote', () => {
    const found = personsOf(chairs, [0], spectators)
    expect(found.map(({ key, name, muted, removed }) => [key, name, muted, removed])).toEqual([
      ['1', 'Ben', true, false],
      ['ab', 'Ben', false, false],
      ['cd', 'Eve', false, true],
    ])
  })

  it('begins with the person whom the host pointed at', () => {
    expect(personsOf(chairs, [0], spectators, 'cd').map((person) => person.key)).toEqual(['cd', '1', 'ab'])
  })
})
