/** The view as it is drawn: what the server sent, and which button is being followed while events are told. */
import type { Told } from '../../protocol/types'
import type { At } from '../contract'
import type { PieceView, SeatView, StackView, View } from './view'

export type { CollectedView, PieceView, SeatView, StackView } from './view'

/** A button that moves a piece right now: a character's or a card's, for a booth or for an evil dude. */
export interface Following {
  seat: number
  symbols: readonly string[]
  /** How many of the symbols have been followed. */
  done: number
  character?: string
  card?: number
  dude?: string
}

/** The way that a booth (of a seat) or an evil dude went in this turn. */
export interface Trail {
  from: PieceView
  events: readonly Told[]
  seat?: number
  dude?: string
}

export interface Shown extends View {
  following?: Following | null
  trails?: readonly Trail[]
  /** Who was turned up at the end of this turn: their arrows count from the next one on. */
  revealed?: readonly string[]
}

export type Table = At<Shown>

/** What kind of event it is, without where its sentence is found. */
export function kindOf(told: Told): string {
  return told.key.replace(/^event\./, '').replace(/\.hidden$/, '')
}

export function seatOf(view: Shown, seat: number): SeatView | undefined {
  return view.seats.find((each) => each.seat === seat)
}

/** Everything that stands or lies in a space. */
export interface Contents {
  stacks: StackView[]
  booths: { seat: number; booth: PieceView }[]
  dudes: { dude: string; piece: PieceView }[]
}

export function contents(view: Shown, space: string): Contents {
  return {
    stacks: view.stacks.filter((stack) => stack.space === space),
    booths: view.seats.filter((seat) => seat.booth.space === space).map(({ seat, booth }) => ({ seat, booth })),
    dudes: Object.entries(view.dudes)
      .filter(([, piece]) => piece.space === space)
      .map(([dude, piece]) => ({ dude, piece })),
  }
}

/** Whom this seat has collected. */
export function held(view: Shown, seat: number | null): Set<string> {
  const found = seat === null ? undefined : seatOf(view, seat)
  return new Set(found?.collected.map((each) => each.character))
}
