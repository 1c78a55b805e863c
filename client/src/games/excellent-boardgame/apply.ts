/** Applies an event to the view: moves pieces, tokens and cards; the next scene replaces it. */
import type { Told } from '../../protocol/types'
import { kindOf, type Following, type SeatView, type Shown } from './shown'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Args = Record<string, any>

export function apply(view: Shown, told: Told): Shown {
  const change = CHANGES[kindOf(told)]
  return change ? change(trail(view, told), told.args) : view
}

const CHANGES: Record<string, (view: Shown, args: Args) => Shown> = {
  round_began: (view, { round, rounds }) => ({
    ...view,
    trails: [],
    revealed: [],
    round,
    rounds,
    order: [],
    turn: null,
    following: null,
    seats: view.seats.map((seat) => ({ ...seat, first: null, second: null })),
  }),

  cards_revealed: (view, { seat, first, second }) =>
    change(view, seat, (mine) => ({
      ...mine,
      first,
      second,
      cards: mine.first == null ? mine.cards - 2 : mine.cards,
      hand: mine.hand?.filter((card) => card !== first && card !== second),
    })),

  turn_began: (view, { seat }) => ({
    ...view,
    turn: seat,
    following: null,
    revealed: [],
    trails: [{ seat, from: view.seats.find((each) => each.seat === seat)?.booth ?? NOWHERE, events: [] }],
    order: view.order?.includes(seat) ? view.order : [...(view.order ?? []), seat],
  }),

  character_followed: (view, { seat, character, symbols }) => follow(view, { seat, character, symbols, done: 0 }),
  card_followed: (view, { seat, card, symbols }) => follow(view, { seat, card, symbols, done: 0 }),
  dude_followed: (view, { seat, card, dude, symbols }) => ({
    ...follow(view, { seat, card, dude, symbols, done: 0 }),
    trails: [...(view.trails ?? []), { dude, from: view.dudes[dude] ?? NOWHERE, events: [] }],
  }),

  booth_moved: moveBooth,
  booth_turned: moveBooth,
  dude_moved: moveDude,
  dude_turned: moveDude,

  character_picked_up: (view, { seat, character, space }) =>
    change(lie(view, space, character, -1), seat, (mine) => ({
      ...mine,
      collected: [{ character }, ...mine.collected],
    })),

  character_dropped: (view, { seat, character, space }) =>
    change(lie(view, space, character, 1), seat, (mine) => ({
      ...mine,
      collected: mine.collected.filter((each) => each.character !== character),
    })),

  character_revealed: (view, { seat, character, symbols }) =>
    change({ ...view, following: null, revealed: [...(view.revealed ?? []), character] }, seat, (mine) => ({
      ...mine,
      collected: mine.collected.map((each) => (each.character === character ? { ...each, symbols } : each)),
    })),

  cards_discarded: (view, { seat, cards }) =>
    change(
      {
        ...view,
        following: null,
        discard_pile: [...new Set([...view.discard_pile, ...(cards as number[])])].sort((a, b) => a - b),
      },
      seat,
      (mine) => ({ ...mine, first: null, second: null }),
    ),

  cards_drawn: (view, { seat, count, left, cards }) =>
    change({ ...view, draw_pile: left }, seat, (mine) => ({
      ...mine,
      cards: mine.cards + count,
      hand: mine.hand && cards ? [...mine.hand, ...(cards as number[])].sort((a, b) => a - b) : mine.hand,
    })),

  hand_shown: (view, { seat, cards }) => change(view, seat, (mine) => ({ ...mine, hand: cards })),
  time_was_up: (view) => ({ ...view, following: null, turn: null }),
}

const NOWHERE = { space: 'A1', facing: 'north' }

/** The last trail grows by a step of the piece whose it is. */
function trail(view: Shown, told: Told): Shown {
  const last = view.trails?.at(-1)
  if (!last || !/^(booth|dude)_moved$/.test(kindOf(told))) return view
  if (last.dude !== told.args.dude || last.seat !== told.args.seat) return view
  return { ...view, trails: [...(view.trails ?? []).slice(0, -1), { ...last, events: [...last.events, told] }] }
}

function follow(view: Shown, following: Following): Shown {
  return { ...view, following }
}

function moveBooth(view: Shown, { seat, space, facing }: Args): Shown {
  return change(went(view), seat, (mine) => ({ ...mine, booth: { space, facing } }))
}

function moveDude(view: Shown, { dude, space, facing }: Args): Shown {
  return { ...went(view), dudes: { ...view.dudes, [dude]: { space, facing } } }
}

/** One more symbol of the button has been followed. */
function went(view: Shown): Shown {
  if (!view.following) return view
  return { ...view, following: { ...view.following, done: view.following.done + 1 } }
}

function change(view: Shown, seat: number, how: (mine: SeatView) => SeatView): Shown {
  return { ...view, seats: view.seats.map((each) => (each.seat === seat ? how(each) : each)) }
}

/** One copy more or less of a character in a space; the arrows of what moved are no longer known to lie there. */
function lie(view: Shown, space: string, character: string, more: 1 | -1): Shown {
  const here = view.stacks.find((stack) => stack.space === space && stack.character === character)
  if (!here) return more < 0 ? view : { ...view, stacks: [...view.stacks, { space, character, count: 1 }] }
  const left = { ...here, count: here.count + more, seen: more < 0 ? here.seen?.slice(0, -1) : here.seen }
  const stacks = view.stacks.map((stack) => (stack === here ? left : stack)).filter((stack) => stack.count > 0)
  return { ...view, stacks }
}
