/** What a table says when its game goes on from another one, whose cards the host knows. */
import type { Summary } from '../protocol/types'
import type { Words } from '../words/words'

/** Return why the cards are known, or nothing for a fresh deal. `moment` is the step that the game is at now. */
export function whyKnown(summary: Summary | null, moment: number | null, words: Words): string {
  const known = summary?.known_deal
  if (!summary || !known) return ''
  const args = { host: summary.host, moment: known.moment ?? 0 }
  const elsewhere = known.kind === 'imported' && summary.status === 'over' && moment === args.moment
  return words.say(elsewhere ? 'ui.known.elsewhere' : `ui.known.${known.kind}`, args)
}
