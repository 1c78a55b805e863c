/** The tutorial. Its scripts fit the deal of the guided first game (`guide` in `game.py`). */
import type { Lesson } from '../contract'
import { kindOf } from './shown'

/** In either order they lead to somebody. */
const TWO_CARDS = [
  { type: 'plan', first: 41, second: 2 },
  { type: 'plan', first: 2, second: 41 },
]

/** My plan is sealed, or its round is over already: where everybody else has chosen, it begins at once. */
const planned: Lesson['until'] = (at, since) =>
  at.sealed !== null || since.some((told) => kindOf(told) === 'cards_revealed')

export const lessons: readonly Lesson[] = [
  { key: 'goal', at: 'goal' },
  { key: 'booth', at: 'board' },
  { key: 'first', at: 'hand', until: (at, since) => 'first' in at.choice.picked || (planned(at, since) ?? false) },
  { key: 'second', at: 'hand', until: (at, since) => at.choice.ready !== null || (planned(at, since) ?? false) },
  { key: 'path', at: 'programme', until: planned, script: TWO_CARDS },
  { key: 'watch', at: 'board' },
  { key: 'dudes', at: 'board' },
  { key: 'row', at: 'programme' },
]
