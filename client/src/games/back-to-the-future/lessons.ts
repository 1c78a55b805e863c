/** The tutorial. Its scripts fit the deal of the guided first game (`guide` in `game.py`). */
import type { At, Lesson } from '../contract'

const asked = (at: At, prompt: string) => at.choice.ask?.question.prompt === prompt
/** I have announced a card. */
const played: Lesson['until'] = (at, since) =>
  since.some(({ key, args }) => key.startsWith('event.card_announced') && args.seat === at.seat)

export const lessons: readonly Lesson[] = [
  {
    key: 'goal',
    at: 'headlines',
    until: (at) => at.choice.ask !== null && !asked(at, 'mulligan'),
    script: [{ type: 'keep_identity' }],
  },
  { key: 'timeline', at: 'grid' },
  { key: 'linchpins', at: 'linchpin' },
  {
    key: 'hand',
    at: 'hand',
    until: (at, since) => (at.choice.begun && asked(at, 'play_one')) || (played(at, since) ?? false),
  },
  { key: 'play', at: 'grid', until: played, script: [{ type: 'play', card: 'time_car_v3', linchpin: 'B-2' }] },
  { key: 'answer', at: 'prompt' },
  { key: 'b1', at: 'b1' },
]
