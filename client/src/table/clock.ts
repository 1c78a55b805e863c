/** Time at a table, as a person reads it; sleeping hours between the reader's clock and the server's. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAY_MINUTES = 24 * 60

/** Return the time left in days, in hours or as minutes and seconds. */
export function left(seconds: number): { unit: 'days' | 'hours' | 'running'; value: number | string } {
  // Rounded: a clock of three days says three days, also a second after it was started.
  if (seconds >= 2 * DAY) return { unit: 'days', value: Math.round(seconds / DAY) }
  if (seconds >= 2 * HOUR) return { unit: 'hours', value: Math.round(seconds / HOUR) }
  const whole = Math.ceil(seconds)
  const rest = String(whole % MINUTE).padStart(2, '0')
  return { unit: 'running', value: `${Math.floor(whole / MINUTE)}:${rest}` }
}

/** A time of the reader's day ("23:30") as minutes after midnight UTC; `offset` as `Date.getTimezoneOffset` says it. */
export function toMinutes(time: string, offset: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (((hours * 60 + minutes + offset) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
}

/** The inverse: minutes after midnight UTC as a time of the reader's day. */
export function toTime(minutes: number, offset: number): string {
  const local = (((minutes - offset) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(local / 60))}:${two(local % 60)}`
}
