/** The tutorial. */
import type { Told } from '../../protocol/types'
import type { At, Lesson } from '../contract'

const told = (since: readonly Told[], ...events: string[]) =>
  since.some((one) => events.includes(String(one.args.event)))
const asked = (at: At, ...prompts: string[]) => prompts.includes(at.choice.ask?.question.prompt ?? '')

export const lessons: readonly Lesson[] = [
  { key: 'map', at: 'map' },
  {
    key: 'objective',
    at: 'question',
    until: (at, since) => told(since, 'objective_kept') && !asked(at, 'keep_objective'),
  },
  { key: 'riff', at: 'riff' },
  { key: 'dice', at: 'dice', until: (_, since) => told(since, 'dice_rolled') },
  { key: 'move', at: 'reachable', until: (_, since) => told(since, 'character_moved') },
  {
    key: 'personage',
    at: 'personage',
    until: (_, since) => told(since, 'personage_picked_up', 'personage_returned'),
  },
  { key: 'fix', at: 'map' },
  { key: 'clocks', at: 'clocks' },
]
