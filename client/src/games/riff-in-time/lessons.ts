/** The tutorial. Its scripts fit the deal of the guided first game (`guide` in `game.py`). */
import type { At, Lesson } from '../contract'
import type { Here } from './band'

/** One of my characters did this. */
const did =
  (...events: string[]): Lesson['until'] =>
  (at, since) => {
    const mine = (at as Here).view.players.filter((one) => one.seat === at.seat).map((one) => one.who)
    return since.some(({ args }) => events.includes(String(args.event)) && mine.includes(String(args.who)))
  }
const asked = (at: At, ...prompts: string[]) => prompts.includes(at.choice.ask?.question.prompt ?? '')

export const lessons: readonly Lesson[] = [
  { key: 'map', at: 'map' },
  {
    key: 'objective',
    at: 'question',
    until: (at) => at.choice.ask !== null && !asked(at, 'keep_objective'),
    script: [{ type: 'keep_objective', objective: 'O08' }],
  },
  { key: 'riff', at: 'riff' },
  {
    key: 'dice',
    at: 'dice',
    until: did('dice_rolled'),
    script: [{ type: 'roll', wyld: 3 }],
  },
  {
    key: 'move',
    at: 'reachable',
    until: did('character_moved'),
    script: [{ type: 'keep_roll' }, { type: 'move', to: 'athens' }],
  },
  {
    key: 'personage',
    at: 'personage',
    until: did('personage_picked_up', 'personage_returned'),
    script: [{ type: 'pick_up', personage: 'genghis_khan' }],
  },
  { key: 'fix', at: 'map' },
  { key: 'clocks', at: 'clocks' },
]
