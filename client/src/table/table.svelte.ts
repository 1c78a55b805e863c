/** A table in the page: who sits there, from which seats we see it, what we do at it. */
import type { Colour, GameClient, Printed } from '../games/contract'
import { remarkOf } from '../bubbles/bot_remarks'
import { Bubbles } from '../bubbles/bubbles.svelte'
import { gameClients, hasClient } from '../games/games'
import plainClient from '../games/plain'
import { preferences } from '../preferences.svelte'
import { api } from '../protocol/api'
import type { Action, Connection, Status } from '../protocol/connection'
import { problemOf, type Refusal } from '../protocol/refusal'
import type { GameInfo, Here, Line, Message, Option, Problem, Question, Summary, TableInfo } from '../protocol/types'
import { Replay } from '../replay/replay.svelte'
import { coloursOf } from '../ui/shapes'
import { toasts } from '../ui/toasts.svelte'
import { type Catalogue, Words } from '../words/words'
import { alone, Coaching } from './coaching.svelte'
import { Perspective, type TableListener } from './perspective.svelte'
import { Preview } from './preview.svelte'
import { FACTOR } from './animation.svelte'

/** How long to wait for the events that follow an accepted answer, in milliseconds. */
const UNFOLLOWED = 1500

/** What a table needs from the page around it. */
export interface PageContext {
  readonly lang: string
  readonly status: Status
  connection: Connection
  game(key: string): GameInfo | null
  catalogue(lang: string, game?: string, edition?: string): Promise<Catalogue>
  showError(thrown: unknown, words?: Words): void
}

export class Table {
  info = $state.raw<TableInfo | null>(null)
  problem = $state.raw<Problem | null>(null)
  perspectives = $state.raw<readonly Perspective[]>([])
  present = $state.raw<Here | null>(null)
  chat = $state.raw<readonly Line[]>([])
  /** Lines of chat from before I came. */
  before = $state(0)
  /** Which of my seats I play now, where I have several; on a shared screen nobody's until a curtain is lifted. */
  looking = $state<number | null>(null)
  /** What everybody may see: shown on a shared screen while no curtain is lifted. */
  private publicView = $state.raw<Perspective | null>(null)
  /** The answer being sent. */
  sending = $state.raw<Option | null>(null)
  /** Whether the server has stored it. */
  private stored = $state(false)
  /** Whether the last input came from the keyboard. */
  keyed = false
  /** The last answer was given by keyboard, so the next question gets the focus. */
  focusing = false
  /** The reader opened the list of all answers; it stays open for the next question. */
  listing = $state(false)
  /** Fields of the log line under the pointer. */
  pointed = $state.raw<Readonly<Record<string, unknown>>>({})
  /** After the end: the seat whose perspective the replay shows. */
  borrowed = $state<number | null | undefined>(undefined)
  /** The last reaction windows: what standing orders can speak of. */
  windows = $state.raw<readonly Question[]>([])
  client = $state.raw<GameClient>(plainClient)
  printed = $state.raw<Printed>({})
  private said = $state.raw<{ lang: string; catalogue: Catalogue } | null>(null)
  /** What is shown at the seats for some seconds. */
  readonly bubbles = new Bubbles()
  readonly preview: Preview
  readonly coaching: Coaching
  readonly replay: Replay

  private settled = $state(false)
  /** This screen shows only what spectators see, even if its guest has a seat. */
  private readonly watching: boolean = false

  summary = $derived(this.info?.summary ?? null)
  game = $state.raw<GameInfo | null>(null)
  ready = $derived(this.summary !== null && this.said !== null && this.perspectives.length > 0 && this.settled)
  seats = $derived(this.watching ? [] : (this.info?.seats ?? []))
  /** Several people play at this screen and must not see each other's cards. */
  shared = $derived(this.publicView !== null)
  mine = $derived(
    this.looking === null && this.publicView ? this.publicView : (this.perspectives[this.looking ?? 0] ?? null),
  )
  seat = $derived(this.mine?.seat ?? null)
  scene = $derived(this.mine?.scene ?? null)
  colours = $derived<Colour[]>(coloursOf(this.summary?.chairs.map((chair) => chair.colour ?? '') ?? []))
  private plain = $derived(new Words(this.said?.lang ?? 'en', this.said?.catalogue ?? {}, this.game))
  names = $derived(this.summary?.chairs.map((chair, seat) => this.nameOf(chair, seat)) ?? [])
  /** Who plays each character, where people play characters: “you”, or a name. As text, so that it changes seldom. */
  private cast = $derived.by(() => {
    const found =
      (this.scene?.view as { players?: readonly { seat: number; who: string }[] } | undefined)?.players ?? []
    const named = (seat: number) => (seat === this.seat ? this.plain.say('seat.me') : (this.names[seat] ?? ''))
    return JSON.stringify(Object.fromEntries(found.filter(({ who }) => who).map(({ seat, who }) => [who, named(seat)])))
  })
  words = $derived(this.plain.withNames(this.names, JSON.parse(this.cast) as Record<string, string>))
  /** How far the answer being sent has come. */
  delivery = $derived.by(() => {
    if (this.coaching.looking) return this.words.say('ui.coach.looking')
    if (this.stored) return this.words.say('ui.prompt.sent')
    return this.words.say(this.page.status === 'open' ? 'ui.prompt.sending' : 'ui.prompt.unsent')
  })
  /** Nothing more is played here: the game is over, or the table was closed. */
  over = $derived(this.summary?.status === 'over' || this.summary?.status === 'closed')
  /** The coach may help here: nobody else plays. */
  coachable = $derived(alone(this.summary, this.seats))
  /** On a shared screen with all curtains down: the perspectives that are asked, once everybody has seen why. */
  curtains = $derived.by((): readonly Perspective[] => {
    const open = this.publicView
    if (!open || this.looking !== null || open.animation.running || this.over) return []
    return this.perspectives.filter((one) => one.owes && one.scene?.moment === open.scene?.moment)
  })
  /** What to send to friends, as long as there is a free seat. */
  invites = $derived(
    this.summary?.status === 'open' && this.summary.chairs.some((chair) => chair.kind === 'open')
      ? (this.info?.invitation ?? '')
      : '',
  )
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
    private readonly page: PageContext,
    watching = false,
  ) {
    this.watching = watching
    this.preview = new Preview(page.connection, () => (this.replay.on ? null : this.mine))
    this.coaching = new Coaching(page.connection, () => this.mine)
    this.replay = new Replay(
      id,
      invitation,
      () => (this.borrowed === undefined ? this.seat : this.borrowed),
      () => this.scene?.moment ?? 0,
      () => this.client,
      () => FACTOR[preferences.speed],
      (thrown) => page.showError(thrown, this.words),
    )
  }

  /** Load the table, its words and its game's drawing, then subscribe to its streams. */
  async open(): Promise<void> {
    try {
      const info = await api.table(this.id, this.invitation)
      const { game, edition } = info.summary
      const [printed, client] = await Promise.all([
        api.printed(game, edition),
        hasClient(game) ? gameClients[game]() : { default: plainClient },
        this.loadWordsOf(info.summary, this.page.lang),
      ])
      this.game = this.page.game(game)
      this.printed = printed
      this.client = client.default
      this.info = info
      this.listen()
    } catch (thrown) {
      this.problem = problemOf(thrown)
    }
  }

  close(): void {
    this.hush()
    this.perspectives = []
    this.publicView = null
    this.replay.live()
  }

  async loadWords(lang: string): Promise<void> {
    if (this.summary && lang !== this.said?.lang) await this.loadWordsOf(this.summary, lang)
  }

  /** Reload after sitting down or standing up: my seats may have changed. */
  async lookAgain(): Promise<void> {
    const info = await api.table(this.id, this.invitation)
    const same = info.seats.join() === this.seats.join()
    this.info = info
    if (!same) this.listen()
  }

  // Commands

  async act(action: Action): Promise<boolean> {
    try {
      await this.page.connection.act(this.id, action)
      return true
    } catch (thrown) {
      this.page.showError(thrown, this.words)
      return false
    }
  }

  /** Send an answer, unless the coach objects to it. */
  async answer(option: Option): Promise<void> {
    const perspective = this.mine
    if (!perspective || this.replay.on || this.coaching.looking) return
    if (preferences.coach && this.coachable) {
      this.sending = option
      this.focusing = this.keyed
      this.stored = false
      const moment = perspective.scene?.moment
      const objects = await this.coaching.objects(perspective, option)
      if (this.sending === option) this.sending = null
      if (objects || perspective !== this.mine || perspective.scene?.moment !== moment) return
    }
    await this.send(option)
  }

  async send(option: Option): Promise<void> {
    const perspective = this.mine
    if (!perspective || perspective.seat === null || !perspective.scene || this.replay.on) return
    this.sending = option
    this.focusing = this.keyed
    this.stored = false
    const { seat, scene } = perspective
    if (this.shared) this.lower()
    const done = await this.act({ type: 'answer', seat, moment: scene.moment, answer: option.answer })
    this.stored = done
    if (done) perspective.choice.clear()
    const settled = () => {
      if (this.sending === option) this.sending = null
    }
    // The next scene in the stream ends the wait; an answer that changes nothing brings no scene.
    if (done) setTimeout(settled, UNFOLLOWED)
    else settled()
  }

  /** The only option of a reaction window, if nobody could learn anything from my not being asked: everybody else at
      the table is a bot, and nobody watches. Among people, everybody is asked, with something to react with or not. */
  get idlePass(): Option | null {
    const ask = this.mine?.choice.ask
    const seat = this.mine?.seat
    if (!ask || ask.question.shape !== 'react' || ask.options.length !== 1 || this.seats.length !== 1) return null
    if (this.present?.spectators !== 0 || seat == null) return null
    const others = (this.summary?.chairs ?? []).filter((_, other) => other !== seat)
    return others.every((chair) => chair.kind === 'bot') ? (ask.options[0] ?? null) : null
  }

  /** Pass now and in every window until another decision is asked of me. */
  async letPass(): Promise<void> {
    if (this.seat === null) return
    await this.act({ type: 'give_orders', seat: this.seat, orders: [{ type: 'pass_until_my_turn' }] })
  }

  /** The undo that the server offers my seat now: at once, or as a request; none while somebody is asking. */
  get undoable(): 'free' | 'ask' | null {
    const { own, waiting } = this.mine ?? {}
    return this.seat === null || (own?.undo === 'ask' && waiting?.undo) ? null : (own?.undo ?? null)
  }

  get undoLabel(): string {
    return this.words.say(this.undoable === 'ask' ? 'ui.undo.ask' : 'ui.top.undo')
  }

  async undo(): Promise<void> {
    const offer = this.undoable
    if (this.seat !== null && offer)
      await this.act({ type: offer === 'ask' ? 'ask_undo' : 'take_back', seat: this.seat })
  }

  /** Agree to somebody's request to undo, or decline it; withdraw my own. */
  async answerUndo(of: number, grant: boolean): Promise<void> {
    const asked = this.mine?.waiting.undo?.missing ?? []
    const seat = this.seats.find((own) => own === of || asked.includes(own))
    if (seat !== undefined) await this.act({ type: 'answer_undo', seat, of, grant })
  }

  async sit(seat: number | null, name = ''): Promise<void> {
    const { invitation } = this
    if (await this.act({ type: 'sit', seat, invitation, name })) await this.lookAgain()
  }

  async standUp(seat: number): Promise<void> {
    if (await this.act({ type: 'leave', seat })) await this.lookAgain()
  }

  /** Lift the curtain of one of the people at this screen. */
  lift(perspective: Perspective): void {
    this.turnTo(this.perspectives.indexOf(perspective))
  }

  /** Nobody at this screen reacts: pass for everybody who is asked here; with `until`, until somebody has a turn. */
  async nobodyReacts(until = false): Promise<void> {
    for (const { seat, scene } of this.curtains) {
      // The first option of a window is to pass.
      const pass = scene?.ask?.options[0]
      if (seat === null || !scene || !pass) continue
      if (until) await this.act({ type: 'give_orders', seat, orders: [{ type: 'pass_until_my_turn' }] })
      else await this.act({ type: 'answer', seat, moment: scene.moment, answer: pass.answer })
    }
  }

  private turnTo(index: number): void {
    this.looking = index
    this.sending = null
  }

  /** Lower the curtain: only what everybody may see stays on the screen. */
  private lower(): void {
    // Otherwise the piece that has the focus would lose it after it was taken away.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    this.looking = null
    this.replay.live()
    for (const perspective of this.perspectives) perspective.choice.clear()
  }

  // Messages of the streams

  private renew(summary: Summary): void {
    if (!this.info) return
    // When somebody sits down or stands up, the time until the table closes starts again.
    const same = JSON.stringify(summary.chairs) === JSON.stringify(this.info.summary.chairs)
    this.info = { ...this.info, summary, closes_at: same ? this.info.closes_at : null }
  }

  private line(line: Line, late: boolean): void {
    if (line.reaction) {
      if (!late && line.seat != null) this.bubbles.react(line.seat, line.reaction)
      return
    }
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

  private shown(message: Message, perspective: Perspective): void {
    this.settled = true
    if (perspective === this.perspectives[0]) this.letBotsRemark(message)
    const question = perspective.scene?.ask?.question
    if (question?.shape === 'react') this.windows = [question, ...this.windows].slice(0, 12)
    if (perspective === this.mine) this.sending = null
    if (this.perspectives.length > 1 && !this.shared) this.passTheScreen()
  }

  private letBotsRemark(message: Message): void {
    const summary = this.summary
    if (!preferences.botRemarks || !summary || summary.settings.guided) return
    const together = this.game?.cooperative ?? false
    const found = remarkOf(this.id, summary.chairs, message, this.client.remarkable ?? [], together)
    if (found) this.bubbles.remark(found.seat, found.key)
  }

  /** Where nothing is secret, show whoever is asked next. */
  private passTheScreen(): void {
    if (this.mine?.owes) return
    const next = this.perspectives.findIndex((perspective) => perspective.owes)
    if (next >= 0 && next !== this.looking) this.turnTo(next)
  }

  /** The table moves on: whatever somebody looks at behind a curtain is out of date. */
  private moved(moment: number): void {
    if (this.shared && this.looking !== null && moment !== this.mine?.scene?.moment) this.lower()
  }

  private hush(): void {
    for (const perspective of this.perspectives) perspective.close()
    this.publicView?.close()
  }

  private listen(): void {
    this.hush()
    this.settled = false
    this.looking = null
    const seats = this.seats.length > 0 ? this.seats : [null]
    const listener = (first: boolean): TableListener => ({
      summary: (summary) => this.renew(summary),
      line: (line, late) => first && this.line(line, late),
      lines: (lines) => first && this.lines(lines),
      here: (here) => this.here(here),
      refused: (refusal) => this.refused(refusal),
      moved: (moment) => this.moved(moment),
      undoRefused: () => toasts.say(this.words.say('ui.undo.not_granted')),
      shown: (message, perspective) => this.shown(message, perspective),
    })
    const seen = (seat: number | null, first: boolean) =>
      new Perspective(this.id, seat, this.invitation, () => this.client, listener(first))
    this.perspectives = seats.map((seat, index) => seen(seat, index === 0))
    for (const { choice } of this.perspectives) choice.confirm = (option) => void this.answer(option)
    this.publicView = seats.length > 1 && this.summary?.secrets !== false ? seen(null, false) : null
    for (const perspective of this.perspectives) perspective.open(this.page.connection)
    this.publicView?.open(this.page.connection)
  }

  private async loadWordsOf(summary: Summary, lang: string): Promise<void> {
    const catalogue = await this.page.catalogue(lang, summary.game, summary.edition)
    this.said = { lang, catalogue }
  }

  private nameOf(chair: Summary['chairs'][number], seat: number): string {
    if (chair.name) return chair.name
    return this.plain.say(chair.kind === 'bot' ? 'seat.bot' : 'seat.numbered', { number: seat + 1 })
  }
}
