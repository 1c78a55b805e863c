/** The tutorial. */
import type { Lesson } from '../contract'
import { kindOf } from './shown'

export const lessons: readonly Lesson[] = [
  { key: 'goal', at: 'goal' },
  { key: 'booth', at: 'board' },
  { key: 'first', at: 'hand', until: (at) => 'first' in at.choice.picked || at.sealed !== null },
  { key: 'second', at: 'hand', until: (at) => at.choice.ready !== null || at.sealed !== null },
  { key: 'path', at: 'programme', until: (at) => at.sealed !== null },
  { key: 'watch', at: 'board', until: (_, since) => since.some((told) => kindOf(told) === 'round_began') },
  { key: 'dudes', at: 'board' },
  { key: 'row', at: 'programme' },
]
