/** What a game's folder gives to the table: drawing only. Which answers there are, what they do and who wins is the
    server's to say. */
import type { Component } from 'svelte'

import type { Chair, Option, Outcome, Scene, Told } from '../protocol/types'
import type { Phrase } from '../sound/synth'
import type { Choice } from '../table/choice.svelte'
import type { Words } from '../words/words'

/** Everything that a game's drawing may use. `View` is the game's own type from `view.ts`. */
export interface At<View = Record<string, unknown>> {
  /** The view as it is being shown: while events are told one by one, it is between two scenes. */
  view: View
  /** What is printed on the components: the edition's tables, by file. */
  printed: Printed
  words: Words
  /** My seat, or null for a spectator. */
  seat: number | null
  /** The choice being made: pieces that an option names are highlighted, and pointing at one narrows it. */
  choice: Choice
  /** What the option being considered (or ready) would do, as far as the server can tell: events, and a sentence. */
  previewEvents: readonly Told[]
  preview: Told | null
  /** The event being animated, or null. */
  happening: Told | null
  /** Fields of the log line under the pointer ({ space: 'c3', seat: 1 }); the pieces they name are highlighted. */
  pointed: Readonly<Record<string, unknown>>
  /** The sealed answer that was given, while others still choose. */
  sealed: Option['answer'] | null
  outcome: Outcome | null
  /** Colours by seat: p1 to p6; each has its shape. */
  colours: readonly Colour[]
  /** Who sits where: bots have faces. */
  chairs: readonly Chair[]
  /** Whether to animate (false: reduced motion, or switched off). */
  motion: boolean
  /** Send an answer at once, without confirming it (passing, drawing). */
  send: (option: Option) => void
}

/** A drawing gets `{ at: At<its own View> }`; `Seat` also gets `seat: number`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Drawing = Component<any>
/** Loaded only on a television. `pile`: how much is left of what everybody draws from. `Held`: what lies before the seat
    in turn, in a row of 84. */
export interface TvDrawing {
  default: Drawing
  Held?: Drawing
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  pile?: (at: At<any>) => { count: number; label: string } | null
}
export type Colour = 'p1' | 'p2' | 'p3' | 'p4' | 'p5' | 'p6'
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Printed = Record<string, any>

/** One step of the tutorial. */
export interface Lesson {
  /** `lesson.<key>.title` and `lesson.<key>.text` in the game's words. */
  key: string
  /** What to highlight: the value of a `data-lesson` attribute. */
  at?: string
  /** The lesson ends once this is true; without it, by the button. `since` is what happened since the tutorial began:
      whoever is ahead of the lessons finds them done. */
  until?: (at: At, since: readonly Told[]) => boolean
  /** In the guided first game: the fields of the answers that this lesson is about. Until they have been given, only
      these are offered, so that the board stays the one that the lessons explain. */
  script?: readonly Option['answer'][]
}

export interface GameClient {
  /** The middle of the table. Fills its container and never scrolls sideways. */
  Board: Drawing
  /** Near me, below the board: hand, slots, dice. */
  Hand: Drawing
  /** The pink panel: my goal. */
  Goal: Drawing
  /** The goal in three words, for the chip of a phone. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  goal: (at: At<any>) => string
  /** What a player has, in the list of seats. */
  Seat: Drawing
  /** One short line under a player's name. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  standing: (at: At<any>, seat: number) => string
  /** Beside the log or under the seats: piles, clocks, cards last drawn; may be left out. */
  Aside?: Drawing
  /** How the end looks: the big picture above who won; may be left out. */
  End?: Drawing
  /** Its `End` says why the game ended, so the page does not. */
  tellsWhy?: boolean
  /** Cases that standing orders can name before they have come up; may be left out. */
  stakes?: (printed: Printed) => readonly Record<string, unknown>[]
  /** The board on a television, in a box of 1824 by 600; without it, the board is drawn twice as large. */
  Tv?: () => Promise<TvDrawing>
  /** The picture of the lobby. */
  Picture: Drawing
  /** Apply an event to the view that is shown, before the next scene arrives; it moves pieces and knows no rules. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  apply: (view: any, told: Told) => any
  /** How long an event is shown, in milliseconds at normal speed; 0: together with the next one. */
  pace: (told: Told) => number
  /** How an event sounds; nothing: it is silent. */
  sound?: (told: Told) => Phrase | null
  /** Events that bots may remark upon: only such as everybody sees in full. */
  remarkable?: readonly string[]
  /** Whether the options are also worth drawing as a list of buttons (else they are behind "All moves"). */
  lists: (scene: Scene) => boolean
  /** Whether the hand alone can begin an answer to this question: without the board, the answers need not be listed. */
  inHand: (prompt: string) => boolean
  lessons: readonly Lesson[]
}

/** Whether the log line under the pointer names this. */
export function points(at: Pick<At, 'pointed'>, field: string, value: unknown): boolean {
  const named = at.pointed[field]
  return Array.isArray(named) ? named.includes(value) : named === value
}
