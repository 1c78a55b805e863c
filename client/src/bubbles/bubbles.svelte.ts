/** What is shown at the seats for some seconds: people's reactions, and remarks of bots. */
import type { Reaction } from './reactions'

export type Bubble = { id: number; reaction: Reaction } | { id: number; remark: string }

const LONG = 5000 // milliseconds

let next = 0

export class Bubbles {
  /** By seat. */
  shown = $state.raw<Readonly<Record<number, Bubble>>>({})
  /** The latest one, for screen readers. */
  latest = $state.raw<{ seat: number; bubble: Bubble } | null>(null)

  react(seat: number, reaction: Reaction): void {
    this.put(seat, { id: next++, reaction })
  }

  /** Let a bot say something, by the key of its text. */
  remark(seat: number, remark: string): void {
    this.put(seat, { id: next++, remark })
  }

  private put(seat: number, bubble: Bubble): void {
    this.shown = { ...this.shown, [seat]: bubble }
    this.latest = { seat, bubble }
    setTimeout(() => this.drop(seat, bubble), LONG)
  }

  private drop(seat: number, bubble: Bubble): void {
    if (this.shown[seat] !== bubble) return
    this.shown = Object.fromEntries(Object.entries(this.shown).filter(([other]) => Number(other) !== seat))
  }
}
