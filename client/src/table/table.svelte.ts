/** A table in the page: who sits there, whose eyes we look through, what we do at it. */
import type { Colour, GameClient, Printed } from '../games/contract'
import { gameClients, hasClient } from '../games/games'
import nothing from '../games/nothing'
import { preferences } from '../preferences.svelte'
import { api } from '../protocol/api'
import type { Action, Connection } from '../protocol/connection'
import { problemOf, type Refusal } from '../protocol/refusal'
import type { GameInfo, Here, Line, Option, Problem, Question, Summary, TableInfo } from '../protocol/types'
import { Replay } from '../replay/replay.svelte'
import { coloursOf } from '../ui/shapes'
import { type Catalogue, Words } from '../words/words'
import { Eyes, type Neighbours } from './eyes.svelte'
import { Projection } from './projection.svelte'
import { FACTOR } from './show.svelte'

/** How long an answer that was taken waits for what follows from it, in milliseconds. */
const UNFOLLOWED = 1500

/** What the table needs from the page around it. */
export interface House {
  readonly lang: string
  connection: Connection
  game(key: string): GameInfo | null
  catalogue(lang: string, game?: string, edition?: string): Promise<Catalogue>
  complain(thrown: unknown, words?: Words): void
}

export class Table {
  info = $state.raw<TableInfo | null>(null)
  problem = $state.raw<Problem | null>(null)
  eyes = $state.raw<readonly Eyes[]>([])
  present = $state.raw<Here | null>(null)
  chat = $state.raw<readonly Line[]>([])
  /** Lines of chat from before I came. */
  before = $state(0)
  /** Which of my seats I play now, where I have several. */
  looking = $state(0)
  /** Whose turn it is at a shared screen, until they say that nobody else looks. */
  curtain = $state<number | null>(null)
  /** The answer on its way. */
  sending = $state.raw<Option | null>(null)
  /** The last answer was given by the keyboard: the focus goes on to the next question. */
  keyed = false
  /** The reader wants every answer as a list, for this question and the next. */
  listing = $state(false)
  /** Fields of the log line under the pointer. */
  pointed = $state.raw<Readonly<Record<string, unknown>>>({})
  /** After the end: the seat through whose eyes the past is looked at. */
  borrowed = $state<number | null | undefined>(undefined)
  /** The last reaction windows: what standing orders can speak of. */
  windows = $state.raw<readonly Question[]>([])
  client = $state.raw<GameClient>(nothing)
  printed = $state.raw<Printed>({})
  private said = $state.raw<{ lang: string; catalogue: Catalogue } | null>(null)
  readonly projection: Projection
  readonly replay: Replay

  private settled = $state(false)

  summary = $derived(this.info?.summary ?? null)
  game = $state.raw<GameInfo | null>(null)
  ready = $derived(this.summary !== null && this.said !== null && this.eyes.length > 0 && this.settled)
  seats = $derived(this.info?.seats ?? [])
  mine = $derived(this.eyes[this.looking] ?? this.eyes[0] ?? null)
  seat = $derived(this.mine?.seat ?? null)
  scene = $derived(this.mine?.scene ?? null)
  colours = $derived<Colour[]>(coloursOf(this.summary?.chairs.map((chair) => chair.colour ?? '') ?? []))
  private plain = $derived(new Words(this.said?.lang ?? 'en', this.said?.catalogue ?? {}, this.game))
  names = $derived(this.summary?.chairs.map((chair, seat) => this.nameOf(chair, seat)) ?? [])
  words = $derived(this.plain.withNames(this.names))
  /** Nothing more is played here: the game is over, or the table was closed. */
  over = $derived(this.summary?.status === 'over' || this.summary?.status === 'closed')
  /** I may close the table: I opened it, and the game has not begun or nobody else plays. */
  closable = $derived(
    this.info?.hosting === true &&
      (this.summary?.status === 'open' ||
        (this.summary?.status === 'running' &&
          this.summary.chairs.every((chair, seat) => chair.kind !== 'person' || this.seats.includes(seat)))),
  )

  constructor(
    readonly id: string,
    readonly invitation: string,
    private readonly house: House,
  ) {
    this.projection = new Projection(house.connection, () => (this.replay.on ? null : this.mine))
    this.replay = new Replay(
      id,
      invitation,
      () => (this.borrowed === undefined ? this.seat : this.borrowed),
      () => this.scene?.moment ?? 0,
      () => this.client,
      () => (preferences.reduced ? 0 : FACTOR[preferences.speed]),
      (thrown) => house.complain(thrown, this.words),
    )
  }

  /** Come in: what table this is, its words, its drawing; then listen. */
  async open(): Promise<void> {
    try {
      const info = await api.table(this.id, this.invitation)
      const { game, edition } = info.summary
      const [printed, client] = await Promise.all([
        api.printed(game, edition),
        hasClient(game) ? gameClients[game]() : { default: nothing },
        this.speakFor(info.summary, this.house.lang),
      ])
      this.game = this.house.game(game)
      this.printed = printed
      this.client = client.default
      this.info = info
      this.listen()
    } catch (thrown) {
      this.problem = problemOf(thrown)
    }
  }

  close(): void {
    for (const eyes of this.eyes) eyes.close()
    this.eyes = []
    this.replay.live()
  }

  async speak(lang: string): Promise<void> {
    if (this.summary && lang !== this.said?.lang) await this.speakFor(this.summary, lang)
  }

  /** After sitting down or standing up: what is mine may be another seat. */
  async lookAgain(): Promise<void> {
    const info = await api.table(this.id, this.invitation)
    const same = info.seats.join() === this.seats.join()
    this.info = info
    if (!same) this.listen()
  }

  // What I do.

  async act(action: Action): Promise<boolean> {
    try {
      await this.house.connection.act(this.id, action)
      return true
    } catch (thrown) {
      this.house.complain(thrown, this.words)
      return false
    }
  }

  async answer(option: Option): Promise<void> {
    const eyes = this.mine
    if (!eyes || eyes.seat === null || !eyes.scene || this.replay.on) return
    this.sending = option
    const { seat, scene } = eyes
    const done = await this.act({ type: 'answer', seat, moment: scene.moment, answer: option.answer })
    if (done) eyes.choice.clear()
    const settled = () => {
      if (this.sending === option) this.sending = null
    }
    // What follows comes in the stream and ends the waiting; an answer that changes nothing is followed by nothing.
    if (done) setTimeout(settled, UNFOLLOWED)
    else settled()
  }

  /** Let this and all that others play stand, until something else is asked of me. */
  async letPass(): Promise<void> {
    if (this.seat === null) return
    await this.act({ type: 'give_orders', seat: this.seat, orders: [{ type: 'pass_until_my_turn' }] })
  }

  async takeBack(): Promise<void> {
    if (this.seat !== null) await this.act({ type: 'take_back', seat: this.seat })
  }

  async sit(seat: number | null, name = ''): Promise<void> {
    const { invitation } = this
    if (await this.act({ type: 'sit', seat, invitation, name })) await this.lookAgain()
  }

  async standUp(seat: number): Promise<void> {
    if (await this.act({ type: 'leave', seat })) await this.lookAgain()
  }

  /** Another of my seats is to answer: at once where nothing is hidden, behind a curtain otherwise. */
  turnTo(index: number): void {
    this.curtain = null
    this.looking = index
    this.sending = null
  }

  // What the streams tell.

  private renew(summary: Summary): void {
    if (!this.info) return
    // Somebody sat down or stood up: the time after which the table closes has started again.
    const same = JSON.stringify(summary.chairs) === JSON.stringify(this.info.summary.chairs)
    this.info = { ...this.info, summary, closes_at: same ? this.info.closes_at : null }
  }

  private line(line: Line): void {
    this.chat = [...this.chat, line].slice(-300)
  }

  private lines(lines: readonly Line[]): void {
    this.chat = [...lines]
    this.before = lines.length
  }

  private here(here: Here): void {
    this.present = here
  }

  private refused(refusal: Refusal): void {
    this.problem = refusal.problem
  }

  private shown(eyes: Eyes): void {
    this.settled = true
    const question = eyes.scene?.ask?.question
    if (question?.shape === 'react') this.windows = [question, ...this.windows].slice(0, 12)
    if (eyes === this.mine) this.sending = null
    if (this.eyes.length > 1) this.passTheScreen()
  }

  private passTheScreen(): void {
    const owes = (eyes: Eyes) => eyes.scene?.ask != null && eyes.own?.sealed == null
    if (this.mine && owes(this.mine)) return
    const next = this.eyes.findIndex(owes)
    if (next < 0 || next === this.looking) return
    if (this.game?.cooperative) this.turnTo(next)
    else this.curtain = next
  }

  private listen(): void {
    for (const eyes of this.eyes) eyes.close()
    this.settled = false
    this.looking = 0
    this.curtain = null
    const seats = this.seats.length > 0 ? this.seats : [null]
    const neighbours = (first: boolean): Neighbours => ({
      summary: (summary) => this.renew(summary),
      line: (line) => first && this.line(line),
      lines: (lines) => first && this.lines(lines),
      here: (here) => this.here(here),
      refused: (refusal) => this.refused(refusal),
      shown: (_, eyes) => this.shown(eyes),
    })
    this.eyes = seats.map(
      (seat, index) => new Eyes(this.id, seat, this.invitation, () => this.client, neighbours(index === 0)),
    )
    for (const eyes of this.eyes) eyes.open(this.house.connection)
  }

  private async speakFor(summary: Summary, lang: string): Promise<void> {
    const catalogue = await this.house.catalogue(lang, summary.game, summary.edition)
    this.said = { lang, catalogue }
  }

  private nameOf(chair: Summary['chairs'][number], seat: number): string {
    if (chair.name) return chair.name
    return this.plain.say(chair.kind === 'bot' ? 'seat.bot' : 'seat.numbered', { number: seat + 1 })
  }
}
