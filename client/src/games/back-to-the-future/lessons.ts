/** The tutorial. */
import type { At, Lesson } from '../contract'

const asked = (at: At, prompt: string) => at.choice.ask?.question.prompt === prompt

export const lessons: readonly Lesson[] = [
  { key: 'goal', at: 'headlines', until: (at) => at.choice.ask !== null && !asked(at, 'mulligan') },
  { key: 'timeline', at: 'grid' },
  { key: 'linchpins', at: 'linchpin' },
  { key: 'answer', at: 'stack' },
  { key: 'hand', at: 'hand', until: (at) => at.choice.begun && asked(at, 'play_one') },
  {
    key: 'play',
    at: 'hand',
    until: (at, since) => since.some(({ key, args }) => key.startsWith('event.card_') && args.seat === at.seat),
  },
  { key: 'b1', at: 'b1' },
]
