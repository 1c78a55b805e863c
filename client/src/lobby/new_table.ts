/** Build the settings of a new table from the lobby's dialog. */
import type { GameInfo, OptionInfo, Place, Settings } from '../protocol/types'

export const STANDARD = 'standard'
export const CLOCKS = ['none', 'short', 'long'] as const
export type ClockKind = (typeof CLOCKS)[number]

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Seconds for each answer, and in reserve. */
const TIMES = {
  live: { short: { each: MINUTE, reserve: 3 * MINUTE }, long: { each: 3 * MINUTE, reserve: 10 * MINUTE } },
  days: { short: { each: DAY, reserve: 0 }, long: { each: 3 * DAY, reserve: 0 } },
} as const

export interface Wishes {
  seats: number
  /** How many of the seats bots take. */
  bots: number
  /** How many of the seats are the host's own: more than one is a hot seat. */
  own: number
  /** The names of the host's further players, in order; without one, a player is called by the seat. */
  names: string[]
  level: string
  pace: 'live' | 'days'
  clock: ClockKind
  visibility: 'public' | 'invitation'
  options: Record<string, OptionInfo['default']>
  edition: string
}

/** The default number of seats: three or four, if the game allows it. */
export function comfortable(game: GameInfo): number {
  return Math.max(game.least_seats, Math.min(game.most_seats, game.cooperative ? 2 : 3))
}

export function defaults(game: GameInfo, level: string): Wishes {
  const seats = comfortable(game)
  return {
    seats,
    bots: 0,
    own: 1,
    names: [],
    level: levelOf(game, level),
    pace: 'live',
    clock: 'none',
    visibility: 'invitation',
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    edition: STANDARD,
  }
}

/** Chosen like a level of the bots: the guided first game. */
export const GUIDED = 'guided'

/** The level that the reader chose last, if the game has it. */
export function levelOf(game: GameInfo, level: string): string {
  return game.bots.includes(level) ? level : (game.bots[0] ?? 'regular')
}

/** How many bots one person can play against. */
export function botCounts(game: GameInfo): number[] {
  return Array.from({ length: game.most_seats - game.least_seats + 1 }, (_, index) => game.least_seats - 1 + index)
}

/** About how many minutes a game against so many bots takes, if that is known. */
export function minutes(game: GameInfo, bots: number): number | null {
  return game.minutes?.[bots + 1 - game.least_seats] ?? null
}

/** The settings for “Play now”: the host and bots. */
export function againstBots(game: GameInfo, level: string, bots = comfortable(game) - 1): Settings {
  return settings(game, { ...defaults(game, level), seats: bots + 1, bots }, 'en')
}

/** The settings for the first game: the deal that the tutorial explains, easy bots, and no window that closes. */
export function guidedGame(game: GameInfo): Settings {
  return { ...againstBots(game, 'novice'), visibility: 'invitation', pace: { type: 'days' }, guided: true }
}

export function settings(game: GameInfo, wishes: Wishes, lang: string): Settings {
  const bot: Place = { kind: 'bot', bot: wishes.level }
  const own = Math.min(wishes.own, wishes.seats)
  const bots = Math.min(wishes.bots, wishes.seats - own)
  const places: Place[] = [
    ...Array.from({ length: own }, (_, seat): Place => {
      const name = seat === 0 ? '' : (wishes.names[seat - 1] ?? '').trim()
      return name === '' ? { kind: 'host' } : { kind: 'host', name }
    }),
    ...Array.from({ length: wishes.seats - own - bots }, (): Place => ({ kind: 'open' })),
    ...Array.from({ length: bots }, () => bot),
  ]
  const changed = game.options.filter((option) => wishes.options[option.name] !== option.default)
  return {
    game: game.key,
    edition: wishes.edition,
    places,
    options: Object.fromEntries(changed.map((option) => [option.name, wishes.options[option.name]])),
    visibility: wishes.visibility,
    pace: wishes.pace === 'live' ? { type: 'live' } : { type: 'days' },
    clock: wishes.clock === 'none' ? null : TIMES[wishes.pace][wishes.clock],
    substitute: wishes.level,
    lang,
  }
}
