/** The table as one seat (or a spectator) sees it: its scene, its log, and the events being animated. */
import { preferences } from '../preferences.svelte'
import { api } from '../protocol/api'
import type { Connection } from '../protocol/connection'
import type { Refusal } from '../protocol/refusal'
import type { Ended, Here, Line, Message, Own, Scene, Summary, Told, Waiting } from '../protocol/types'
import type { GameClient } from '../games/contract'
import { Choice } from './choice.svelte'
import { entriesOf, type Entry, entry, joined, movedOn, withUndo } from './log'
import { FACTOR, Animation } from './animation.svelte'

/** Receives what concerns the whole table, whichever perspective it came through. */
export interface TableListener {
  summary(summary: Summary): void
  /** `late`: it was said a while ago, and arrives only now. */
  line(line: Line, late: boolean): void
  lines(lines: readonly Line[]): void
  here(here: Here): void
  refused(refusal: Refusal): void
  /** A message brings this moment; nothing of it has been shown yet. */
  moved(moment: number): void
  /** This seat's request to undo is gone, and nothing was undone. */
  undoRefused(): void
  /** All events of a message have been animated. */
  shown(message: Message, perspective: Perspective): void
}

/** With more messages than this in the queue, animations run faster. */
const BACKLOG = 3
/** Seconds after which a reaction is out of date. */
const LATE = 15

export class Perspective {
  scene = $state.raw<Scene | null>(null)
  waiting = $state.raw<Waiting>({})
  own = $state.raw<Own | null>(null)
  ended = $state.raw<Ended | null>(null)
  log = $state.raw<readonly Entry[]>([])
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = $state(0)
  readonly choice = new Choice()
  /** This seat has to decide now. */
  owes = $derived(this.choice.ask !== null && this.own?.sealed == null)
  readonly animation: Animation
  private queue: Message[] = []
  private busy = false
  private stop: (() => void) | null = null

  constructor(
    readonly table: string,
    readonly seat: number | null,
    private readonly invitation: string,
    game: () => GameClient,
    private readonly listener: TableListener,
  ) {
    this.animation = new Animation(game, () => this.factor())
  }

  open(connection: Connection): void {
    this.stop = connection.listen(this.table, this.seat, this.invitation, {
      message: (message, fresh) => (fresh ? this.begin(message) : this.hear(message)),
      here: (here) => this.listener.here(here),
      refused: (refusal) => this.listener.refused(refusal),
    })
  }

  close(): void {
    this.stop?.()
    this.queue = []
    this.animation.stop()
  }

  skip(): void {
    this.animation.skip()
  }

  private factor(): number {
    // Without motion every event still gets its caption, and time to read it.
    if (document.visibilityState === 'hidden') return 0
    return FACTOR[preferences.speed] * (this.queue.length > BACKLOG ? 0.3 : 1)
  }

  /** Start from a snapshot, and fetch the log that led to it. */
  private begin(message: Message): void {
    this.queue = []
    if (message.scene) this.listener.moved(message.scene.moment)
    this.settle(message)
    if (message.summary) this.listener.summary(message.summary)
    const before = this.log
    api
      .story(this.table, this.seat, this.invitation)
      .then((story) => {
        this.log = joined(entriesOf(story), this.log.slice(before.length))
        this.listener.lines(story.lines ?? [])
      })
      .catch(() => undefined) // The table can be played without its log.
  }

  private hear(message: Message): void {
    if (message.summary) this.listener.summary(message.summary)
    if (message.line) this.listener.line(message.line, this.isLate(message))
    if (message.scene) this.listener.moved(message.scene.moment)
    this.queue.push(message)
    if (!this.busy) void this.run()
  }

  private isLate(message: Message): boolean {
    return Math.abs(message.at - this.ahead - Date.now() / 1000) > LATE
  }

  private async run(): Promise<void> {
    this.busy = true
    for (let message = this.queue.shift(); message; message = this.queue.shift()) {
      const moment = message.scene?.moment ?? this.scene?.moment ?? 0
      if (message.took_back != null) this.log = withUndo(this.log, moment, message.took_back)
      if (message.moved_on != null) this.log = [...this.log, movedOn(moment, message.moved_on)]
      const events = message.events ?? []
      if (events.length > 0) this.choice.put(null)
      const note = (told: Told) => (this.log = [...this.log, entry(moment, told)])
      // The game begins: there is no board yet to animate the deal on.
      if (this.animation.view === null) events.forEach(note)
      const whole = this.animation.view === null || (await this.animation.tell(events, note))
      if (whole) this.settle(message)
    }
    this.busy = false
  }

  private settle(message: Message): void {
    this.ahead = message.at - Date.now() / 1000
    if (message.scene) {
      this.scene = message.scene
      this.animation.put(message.scene.view)
      this.choice.put(message.scene.ask ?? null)
    }
    if (message.waiting) {
      const refused = this.waiting.undo?.seat === this.seat && !message.waiting.undo && message.took_back == null
      this.waiting = message.waiting
      if (refused && this.seat !== null) this.listener.undoRefused()
    }
    if (message.own) this.own = message.own
    if (message.ended) this.ended = message.ended
    this.listener.shown(message, this)
  }
}
