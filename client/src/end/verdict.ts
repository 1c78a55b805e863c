/** Who won, in one sentence. */
import type { Outcome } from '../protocol/types'
import type { Words } from '../words/words'

export function verdict(words: Words, outcome: Outcome, together: boolean, mine: readonly number[]): string {
  const won = outcome.winners
  if (together) return words.say(won.length > 0 ? 'ui.end.together_won' : 'ui.end.together_lost')
  if (won.length === 0) return words.say('ui.end.nobody')
  if (won.length === 1 && won[0] !== undefined && mine.includes(won[0])) {
    return words.say('ui.end.you_won')
  }
  return words.say('ui.end.won', { count: won.length, names: words.list(won.map((seat) => words.seat(seat))) })
}

/** Why: the game's own words for its ending. */
export function reason(words: Words, outcome: Outcome): string {
  const key = `ending.${outcome.ending}`
  return words.has(key) ? words.say(key) : ''
}
