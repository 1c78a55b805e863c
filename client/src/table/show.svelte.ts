/** What happened is shown one event after the other: the view between two scenes, at the reader's speed. */
import type { GameClient } from '../games/contract'
import type { Speed } from '../preferences.svelte'
import type { Told } from '../protocol/types'

export type View = Record<string, unknown>

/** How much longer than normal an event is shown. */
export const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, off: 0 }

export class Show {
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

  /** Put a view on the table at once, whatever was being shown. */
  put(view: View | null): void {
    this.turn += 1
    this.view = view
    this.happening = null
    this.running = false
    this.hurried = false
    this.go?.()
  }

  /** Show events one by one; false if something else was put on the table meanwhile. */
  async tell(events: readonly Told[], each: (told: Told) => void = () => undefined): Promise<boolean> {
    const turn = this.turn
    this.running = events.length > 0
    for (const told of events) {
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

  /** Go to the end of what is being shown. */
  skip(): void {
    if (!this.running) return
    this.hurried = true
    this.go?.()
  }

  private applied(told: Told): View | null {
    try {
      return this.view && (this.game().apply(this.view, told) as View)
    } catch {
      return this.view // A drawing that cannot show an event waits for the whole scene.
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
