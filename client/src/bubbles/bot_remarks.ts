/** When bots say something: rarely, by chance, and from nothing but what everybody at the table sees. All screens agree,
    because chance is a hash of the table and the moment. */
import type { Chair, Message } from '../protocol/types'
import { hash } from '../ui/bot_faces'

/** How many remarks there are for each occasion: `ui.bot.<occasion>.<number>`. */
export const REMARKS = { start: 4, change: 4, won: 3, lost: 3, together_won: 2, together_lost: 2 } as const
export type Occasion = keyof typeof REMARKS

/** One of so many occasions gets a remark. */
const RARITY: Readonly<Record<Occasion, number>> = {
  start: 2,
  change: 10,
  won: 1,
  lost: 2,
  together_won: 2,
  together_lost: 2,
}

/** What a bot could speak about now. `remarkable` are events of the game that everybody sees in full. */
function occasionOf(message: Message, remarkable: readonly string[], together: boolean): Occasion | null {
  const { scene, events } = message
  if (!scene) return null
  if (scene.outcome) {
    if ((events ?? []).length === 0) return null // the page was opened after the end
    if (together) return scene.outcome.winners.length > 0 ? 'together_won' : 'together_lost'
    return 'won'
  }
  if (scene.moment === 0) return 'start'
  const happened = (events ?? []).some(({ key }) => remarkable.includes(key.split('.')[1] ?? ''))
  return happened ? 'change' : null
}

/** Return which bot says what, or null. */
export function remarkOf(
  table: string,
  chairs: readonly Chair[],
  message: Message,
  remarkable: readonly string[],
  together: boolean,
): { seat: number; key: string } | null {
  const bots = chairs.flatMap(({ kind }, seat) => (kind === 'bot' ? [seat] : []))
  let occasion = occasionOf(message, remarkable, together)
  if (occasion === null || bots.length === 0) return null
  const chance = hash(`${table}/${message.scene?.moment ?? 0}`)
  let seat = bots[chance % bots.length] ?? 0
  if (occasion === 'won') {
    const winner = bots.find((bot) => message.scene?.outcome?.winners.includes(bot))
    if (winner === undefined) occasion = 'lost'
    else seat = winner
  }
  if (Math.floor(chance / 7) % RARITY[occasion] !== 0) return null
  return { seat, key: `ui.bot.${occasion}.${(Math.floor(chance / 70) % REMARKS[occasion]) + 1}` }
}
