/** Animates events one after the other, at the reader's speed: the view between two scenes. */
import type { GameClient } from '../games/contract'
import type { Speed } from '../preferences.svelte'
import type { Told } from '../protocol/types'

export type View = Record<string, unknown>

/** How much longer than normal an event is shown. */
export const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, off: 0 }

/** The event with which a player's turn begins. */
const TURN = 'turn_began'

export class Animation {
  view = $state.raw<View | null>(null)
  happening = $state.raw<Told | null>(null)
  running = $state(false)
  private hurried = false
  private go: (() => void) | null = null
  private turn = 0

  constructor(
    private readonly game: () => Pick<GameClient, 'apply' | 'pace'>,
    private readonly factor: () => number,
  ) {}

  /** Show a view at once, and cancel any animation. */
  put(view: View | null): void {
    this.turn += 1
    this.view = view
    this.happening = null
    this.running = false
    this.hurried = false
    this.go?.()
  }

  /** Stop, and leave the view as it is. */
  stop(): void {
    this.turn += 1
    this.running = false
    this.go?.()
  }

  /** Animate events one by one; return false if another view was shown meanwhile. */
  async tell(events: readonly Told[], each: (told: Told) => void = () => undefined): Promise<boolean> {
    const turn = this.turn
    this.running = events.length > 0
    for (const told of events) {
      if (told.args.event === TURN) this.hurried = false
      this.happening = told
      this.view = this.applied(told)
      each(told)
      const pause = this.hurried ? 0 : this.game().pace(told) * this.factor()
      if (pause > 0) await this.rest(pause)
      if (turn !== this.turn) return false
    }
    this.happening = null
    this.running = false
    this.hurried = false
    return true
  }

  /** Go on to the next event. */
  next(): void {
    this.go?.()
  }

  /** Skip to the next player's turn, or to the end of the animation. */
  skip(): void {
    if (!this.running) return
    this.hurried = true
    this.go?.()
  }

  private applied(told: Told): View | null {
    try {
      return this.view && (this.game().apply(this.view, told) as View)
    } catch {
      return this.view // If a drawing cannot apply an event, wait for the next scene.
    }
  }

  private rest(pause: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.go?.(), pause)
      this.go = () => {
        clearTimeout(timer)
        this.go = null
        resolve()
      }
    })
  }
}
