/** Replay: any moment so far, from one's own perspective; after the end, from anybody's. */
import { api } from '../protocol/api'
import type { GameClient } from '../games/contract'
import type { CourseOfGame, Moment, Told } from '../protocol/types'
import { Animation } from '../table/animation.svelte'

const KEPT = 80

export class Replay {
  /** The moment that is shown; null when live. */
  at = $state<number | null>(null)
  moment = $state.raw<Moment | null>(null)
  /** Whether it plays automatically. */
  rolling = $state(false)
  /** The turning points, once the game has been analysed. */
  turns = $state.raw<CourseOfGame['turns']>([])
  private loading: Promise<CourseOfGame> | null = null
  readonly animation: Animation
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nobody looks at it
  private moments = new Map<string, Promise<Moment>>()

  constructor(
    private readonly table: string,
    private readonly invitation: string,
    private readonly seat: () => number | null,
    private readonly last: () => number,
    game: () => GameClient,
    factor: () => number,
    private readonly showError: (thrown: unknown) => void,
  ) {
    this.animation = new Animation(game, factor)
  }

  get on(): boolean {
    return this.at !== null
  }

  /** Show a moment; one step forward is animated event by event. */
  async go(to: number): Promise<void> {
    const from = this.at
    const wanted = Math.max(0, Math.min(to, this.last()))
    this.at = wanted
    try {
      const moment = await this.fetch(wanted)
      if (this.at !== wanted) return
      const step = from !== null && wanted === from + 1 && this.moment?.moment === from
      this.moment = moment
      if (step && !(await this.animation.tell(moment.events))) return
      if (this.at === wanted) this.animation.put(moment.scene.view)
    } catch (thrown) {
      this.live()
      this.showError(thrown)
    }
  }

  step(by: number): void {
    this.rolling = false
    void this.go((this.at ?? this.last()) + by)
  }

  async roll(): Promise<void> {
    this.rolling = true
    while (this.rolling && this.at !== null && this.at < this.last()) {
      await this.go(this.at + 1)
      await new Promise((resolve) => setTimeout(resolve, 350))
    }
    this.rolling = false
  }

  /** Watch the whole game again from its beginning. */
  async watch(): Promise<void> {
    await this.go(0)
    await this.roll()
  }

  /** Show the move that was made at a moment: what was before it, and then what happened. */
  async open(moment: number): Promise<void> {
    this.rolling = false
    await this.go(moment)
    if (this.at === moment) await this.go(moment + 1)
  }

  /** Return what happened in the move at a moment. */
  async told(moment: number): Promise<readonly Told[]> {
    return (await this.fetch(moment + 1)).events
  }

  /** The chances over time; its turning points are marked from then on. */
  course(): Promise<CourseOfGame> {
    this.loading ??= api.course(this.table, this.invitation).then((course) => {
      this.turns = course.turns
      return course
    })
    return this.loading
  }

  live(): void {
    this.at = null
    this.moment = null
    this.rolling = false
    this.animation.put(null)
  }

  /** Load the same moment again, from another perspective. */
  again(): void {
    this.moment = null
    if (this.at !== null) void this.go(this.at)
  }

  private fetch(moment: number): Promise<Moment> {
    const seat = this.seat()
    const key = `${seat}/${moment}`
    let asked = this.moments.get(key)
    if (!asked) {
      asked = api.moment(this.table, moment, seat, this.invitation)
      asked.catch(() => this.moments.delete(key))
      this.moments.set(key, asked)
      const oldest = this.moments.keys().next().value
      if (this.moments.size > KEPT && oldest !== undefined) this.moments.delete(oldest)
    }
    return asked
  }
}
