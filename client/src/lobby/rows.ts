/** What the lists of the lobby say about a table. */
import type { Mine, Summary } from '../protocol/types'
import type { Words } from '../words/words'

/** Three days, in seconds. */
const SOON = 3 * 24 * 60 * 60

export function freeSeats(table: Summary): number {
  return table.chairs.filter((chair) => chair.kind === 'open').length
}

/** Who sits there, and how many seats are free. */
export function company(table: Summary, words: Words): string {
  const people = table.chairs.filter((chair) => chair.kind === 'person').map((chair) => chair.name ?? '')
  const bots = table.chairs.filter((chair) => chair.kind === 'bot').length
  const named = bots > 0 ? [...people, words.say('lobby.bots', { count: bots })] : people
  const free = freeSeats(table)
  const who = words.list(named)
  return free > 0 ? words.say('lobby.company', { who, free }) : who
}

/** My tables that still go on, those that wait for me first. */
export function going(mine: readonly Mine[]): Mine[] {
  const on = mine.filter((table) => !ended(table))
  return on.sort((a, b) => Number(b.asked) - Number(a.asked) || b.updated - a.updated)
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
