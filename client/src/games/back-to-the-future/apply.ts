/** Applies an event to the view, so that things move one after another; the next scene replaces it. */
import type { Told } from '../../protocol/types'
import { parse } from './flips'
import type { ActionView, SeatView, View } from './view'

/** A card being played; once it had its effect or was cancelled, it stays for that event only. */
export type Shown = ActionView & { cancelled?: boolean; done?: boolean }

type Args = Told['args']
type Change = (view: View, args: Args, told: Told) => View

export function apply(view: View, told: Told): View {
  const change = CHANGES[told.key.split('.')[1] ?? '']
  const settled = swept(view)
  const changed = change ? change(settled, told.args, told) : settled
  return PLAYING.has(told.key.split('.')[1] ?? '') ? changed : resolved(changed)
}

/** Events in which cards answer cards, or are paid for; any other is what came of it. */
const PLAYING: ReadonlySet<string> = new Set([
  'card_announced',
  'card_answered',
  'card_cancelled',
  'card_stands',
  'card_discarded',
  'item_discarded',
])

const CHANGES: Readonly<Record<string, Change>> = {
  turn_began: (view, { seat }) => ({ ...view, turn: Number(seat), actions: [] }),
  card_drawn: (view, { seat, card }) => ({
    ...gained(view, Number(seat), card),
    draw_pile: Math.max(0, view.draw_pile - 1),
  }),
  card_returned: (view, { seat, card }) => gained(view, Number(seat), card),
  card_given: (view, { seat, receiver, card }) => gained(lost(view, Number(seat), card), Number(receiver), card),
  card_discarded: (view, { seat, card }) => discarded(lost(view, Number(seat), card), card),
  pile_reshuffled: (view, { count }) => ({ ...view, draw_pile: Number(count), discard_pile: [] }),
  card_announced: announced,
  card_answered: announced,
  card_cancelled: (view, { card }) => ({ ...view, actions: cancelled(view.actions ?? [], String(card)) }),
  item_placed: (view, { seat, item }) => placed(view, Number(seat), String(item)),
  item_taken: (view, { seat, owner, item }) =>
    placed(removed(view, Number(owner), String(item)), Number(seat), String(item)),
  item_discarded: (view, { seat, item }) => discarded(removed(view, Number(seat), String(item)), item),
  history_changed: (view, { headline, ripples }) => ({
    ...view,
    altered: turned(view.altered, [headline, ...((ripples as unknown[] | undefined) ?? [])]),
    changed: true,
  }),
  mysterious_forces: (view, { left }) => ({ ...view, b1_left: Number(left), b1_aside: view.b1_aside + 1 }),
  uninvention_failed: (view, { left }) => ({ ...view, b1_left: Number(left) }),
  identity_changed: (view, { seat, shown, identity }) => ({
    ...person(view, Number(seat), identity),
    identities_shown: [...view.identities_shown, String(shown)],
  }),
  mulligan_taken: (view, { seat, identity }) => person(view, Number(seat), identity),
}

/** Which positions show their altered side, once these headlines show. */
export function turned(altered: readonly string[], sides: readonly unknown[]): string[] {
  const now = new Set(altered)
  for (const [at, side] of parse(sides)) {
    if (side === 'altered') now.add(at)
    else now.delete(at)
  }
  return [...now]
}

function announced(view: View, { seat, card, ...aims }: Args, told: Told): View {
  const fromTheTable = told.key.includes('.use') || view.seats[Number(seat)]?.table.includes(String(card))
  const answer = Object.fromEntries(Object.entries(aims).filter(([, value]) => value !== null && value !== undefined))
  const action: Shown = { seat: Number(seat), card: String(card), answer, open: true }
  const before = fromTheTable ? view : unlessUnseen(view, Number(seat), String(card))
  return { ...before, actions: [...(before.actions ?? []), action] }
}

/** My own card leaves my hand as I play it; how many others hold is told by the next scene. */
function unlessUnseen(view: View, seat: number, card: string): View {
  return view.seats[seat]?.hand?.includes(card) ? lost(view, seat, card) : view
}

function cancelled(actions: readonly Shown[], card: string): Shown[] {
  const at = actions.findLastIndex((action) => action.card === card)
  return actions.map((action, i) => (i === at ? { ...action, cancelled: true } : action))
}

function resolved(view: View): View {
  return { ...view, actions: (view.actions ?? []).map((action) => ({ ...action, done: true })) }
}

/** What was cancelled or had its effect has been shown; it goes, and what it was answered with. */
function swept(view: View): View {
  const actions: readonly Shown[] = view.actions ?? []
  const at = actions.findIndex((action) => action.cancelled || action.done)
  return at < 0 ? view : { ...view, actions: actions.slice(0, at) }
}

function seated(view: View, seat: number, change: (one: SeatView) => SeatView): View {
  return { ...view, seats: view.seats.map((one) => (one.seat === seat ? change(one) : one)) }
}

function gained(view: View, seat: number, card: unknown): View {
  return seated(view, seat, (one) => ({
    ...one,
    cards: one.cards + 1,
    hand: one.hand && card ? [...one.hand, String(card)] : one.hand,
  }))
}

function lost(view: View, seat: number, card: unknown): View {
  return seated(view, seat, (one) => ({
    ...one,
    cards: Math.max(0, one.cards - 1),
    hand: one.hand && without(one.hand, String(card)),
    known: one.known && without(one.known, String(card)),
  }))
}

function placed(view: View, seat: number, item: string): View {
  return seated(view, seat, (one) => ({ ...one, table: [...one.table, item] }))
}

function removed(view: View, seat: number, item: string): View {
  return seated(view, seat, (one) => ({ ...one, table: without(one.table, item) }))
}

function discarded(view: View, card: unknown): View {
  return { ...view, discard_pile: [...view.discard_pile, String(card)] }
}

function person(view: View, seat: number, identity: unknown): View {
  return typeof identity === 'string' ? seated(view, seat, (one) => ({ ...one, identity })) : view
}

function without(cards: readonly string[], card: string): string[] {
  const at = cards.indexOf(card)
  return cards.filter((_, i) => i !== at)
}
