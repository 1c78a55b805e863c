/** Words: keys and arguments become sentences in the reader's language, as `words.py` does it on the server. */
import { IntlMessageFormat } from 'intl-messageformat'

import type { GameInfo, Told } from '../protocol/types'

export type Args = Record<string, unknown>
export type Catalogue = Record<string, string>

/** Two dots after an abbreviation at the end of a sentence; the mark that ends a name may be between them. */
const TWO_DOTS = /(?<!\.)\.(\uE001?)\.(?=\s|$)/g

/** French: "de" before a name, but not before A-2; the mark that begins a name may be between them. */
const ELISION = /(?<!\p{L})([Dd])e (\uE000?)(?=[AEIOUÀÂÉÈÊÎÔÛ](?!-\d))/gu

/** Who plays a character, after its name; not before “’s”, where it would stand in the way. */
const PLAYER_OF = /\uE002[^\uE003]*\uE003(?=\uE001?[’']s(?!\p{L}))|[\uE002\uE003]/gu

export class Words {
  private formats = new Map<string, IntlMessageFormat>()

  constructor(
    readonly lang: string,
    private readonly said: Catalogue,
    private readonly game: GameInfo | null = null,
    private readonly names: readonly string[] = [],
    private readonly players: Readonly<Record<string, string>> = {},
  ) {}

  /** Return the same words with these names in the seats; `players` says who plays a character, by its id. */
  withNames(names: readonly string[], players: Readonly<Record<string, string>> = {}): Words {
    return new Words(this.lang, this.said, this.game, names, players)
  }

  has(key: string): boolean {
    return key in this.said
  }

  /** Return the sentence of a key, or the key itself if the catalogue has none. */
  say(key: string, args: Args = {}): string {
    const pattern = this.said[key]
    if (pattern === undefined) return key
    let format = this.formats.get(key)
    if (!format) {
      format = new IntlMessageFormat(pattern, this.lang, undefined, { ignoreTag: true })
      this.formats.set(key, format)
    }
    const said = String(format.format(mapped(args, argument)))
      .replace(PLAYER_OF, '')
      .replace(TWO_DOTS, '.$1')
    return this.lang === 'fr' ? said.replace(ELISION, '$1’$2') : said
  }

  /** Like `say`, for arguments that are ids: they are replaced by their names. */
  tell(key: string, args: Args = {}): string {
    return this.say(key, this.named(args))
  }

  told(told: Told): string {
    return this.tell(told.key, told.args)
  }

  seat(seat: number): string {
    return this.names[seat] || this.say('seat.numbered', { number: seat + 1 })
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.lang, { type: 'conjunction' }).format(items)
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.lang, options).format(value)
  }

  error(problem: { key: string; args?: Args }): string {
    return this.say(`error.${problem.key}`, problem.args ?? {}).replaceAll('  ', ' ')
  }

  named(args: Args): Args {
    return mapped(args, (value, field) => this.name(field, value))
  }

  private name(field: string, value: unknown): unknown {
    if (!this.game || value == null) return value
    if (this.game.seat_fields.includes(field) && typeof value === 'number') return this.seat(value)
    const family = this.game.word_fields[field]
    if (family === undefined) return value
    if (Array.isArray(value)) return value.map((one) => this.say(`${family}.${one}`)).join(', ')
    const said = this.say(`${family}.${String(value)}`)
    const player = family === 'character' ? this.players[String(value)] : undefined
    return player === undefined ? said : `${said}\uE002 (${player})\uE003`
  }
}

function mapped(args: Args, change: (value: unknown, field: string) => unknown): Args {
  return Object.fromEntries(Object.entries(args).map(([field, value]) => [field, change(value, field)]))
}

function argument(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' || typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ')
  return value == null ? 'none' : String(value) // a case of `select`
}
