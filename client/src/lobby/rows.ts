/** What the lists of the lobby say about a table. */
import type { Mine, Summary } from '../protocol/types'
import { left } from '../table/clock'
import type { Words } from '../words/words'

/** Bots that a row of the lobby names. */
const MOST_NAMED = 2
/** Three days, in seconds. */
const SOON = 3 * 24 * 60 * 60
/** Later than any clock. */
const NEVER = Number.MAX_SAFE_INTEGER

export function freeSeats(table: Summary): number {
  return table.chairs.filter((chair) => chair.kind === 'open').length
}

/** Who sits there, and how many seats are free. */
export function company(table: Summary, words: Words): string {
  const people = table.chairs.filter((chair) => chair.kind === 'person').map((chair) => chair.name ?? '')
  const bots = table.chairs.filter((chair) => chair.kind === 'bot')
  const called = bots.map((chair) => (chair.name ? words.say('lobby.bot', { name: chair.name }) : ''))
  // A long list says less than a number.
  const few = bots.length <= MOST_NAMED && called.every(Boolean)
  const counted = bots.length > 0 ? [words.say('lobby.bots', { count: bots.length })] : []
  const named = [...people, ...(few ? called : counted)]
  const free = freeSeats(table)
  const who = words.list(named)
  return free > 0 ? words.say('lobby.company', { who, free }) : who
}

/** Whom I play with: everybody but my own seats. */
export function opponents({ summary, seats }: Mine, words: Words): string {
  return company({ ...summary, chairs: summary.chairs.filter((_, seat) => !seats.includes(seat)) }, words)
}

/** How far a game is, in rounds where it has any. */
export function progress({ moment = 0, round, rounds }: Mine, words: Words): string {
  if (round == null) return words.say('ui.top.moment', { moment })
  if (round === 0) return words.say('ui.top.setting_up')
  return rounds == null ? words.say('ui.top.round', { round }) : words.say('ui.top.round_of', { round, rounds })
}

/** How long I have left to answer, if a clock runs. */
export function timeLeft({ until }: Mine, words: Words, now = Date.now() / 1000): string {
  if (until == null) return ''
  const { unit, value } = left(Math.max(0, until - now))
  return words.say('lobby.mine.left', { time: words.say(`ui.clock.${unit}`, { value }) })
}

/** My tables that wait for me: those whose clock runs out first, then those that have waited longest. */
export function myTurn(mine: readonly Mine[]): Mine[] {
  const asked = mine.filter((table) => table.asked && !ended(table))
  return asked.sort((a, b) => (a.until ?? NEVER) - (b.until ?? NEVER) || a.updated - b.updated)
}

/** My other tables that still go on. */
export function going(mine: readonly Mine[]): Mine[] {
  return mine.filter((table) => !table.asked && !ended(table)).sort((a, b) => b.updated - a.updated)
}

export function finished(mine: readonly Mine[]): Mine[] {
  return mine.filter(ended).sort((a, b) => b.updated - a.updated)
}

function ended(table: Mine): boolean {
  return table.summary.status === 'over' || table.summary.status === 'closed'
}

/** When a table closes if nobody comes, once that is near enough to mention in a list. */
export function closesSoon(table: Mine, now = Date.now() / 1000): number | null {
  const at = table.closes_at ?? null
  return at !== null && at - now < SOON ? at : null
}

/** When something happened: the time today, else the day; as it is written where the reader lives. */
export function when(seconds: number, words: Words, now = new Date(), places = navigator.languages): string {
  const place = places.find((one) => one.startsWith(words.lang)) ?? words.lang
  const then = new Date(seconds * 1000)
  const today = then.toDateString() === now.toDateString()
  const style: Intl.DateTimeFormatOptions = today ? { timeStyle: 'short' } : { dateStyle: 'medium' }
  return new Intl.DateTimeFormat(place, style).format(then)
}
