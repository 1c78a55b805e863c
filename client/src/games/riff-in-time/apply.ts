/** Applies an event to the view, so that pieces move one after the other; the next scene replaces it. */
import type { Told } from '../../protocol/types'
import { symbols } from './deeds'
import type { DieView, PlaceView, PlayerView, View } from './view'

const SAN_DIMAS = 'san_dimas'

export function apply(view: View, told: Told): View {
  const { event, who, place, personage, by, level } = told.args as Record<string, string> & { level: number }
  const args = told.args
  switch (event) {
    case 'character_taken':
      return player(view, (one) => one.seat === args.seat && !one.who, { who })
    case 'objective_kept':
      return member(view, who, { objective: args.objective as string, offered: '' })
    case 'bonus_dealt':
      return member(view, who, { actions: [args.action as string] })
    case 'turn_began': {
      const turn = view.players.findIndex((one) => one.who === who)
      return {
        ...view,
        turn: turn < 0 ? view.turn : turn,
        round: args.round as number,
        dice: [],
        card: '',
        ability_used: false,
      }
    }
    case 'riff_card_drawn':
      return deck({ ...view, card: args.card as string }, args.left as number)
    case 'riff_card_swapped':
      return { ...view, ability_used: true }
    case 'cards_discarded':
      return deck(view, args.left as number)
    case 'rift_raised':
    case 'rift_lowered':
      return dial(view, place, { level })
    case 'rift_fixed': {
      const triumphs = view.players.find((one) => one.who === who)?.triumphs ?? []
      return member(dial(view, place, { fixed: true, level: 0 }), who, { triumphs: [...triumphs, place as string] })
    }
    case 'rift_unfixed':
      return dial(
        {
          ...view,
          players: view.players.map((one) => ({ ...one, triumphs: one.triumphs.filter((won) => won !== place) })),
        },
        place,
        { fixed: false, level },
      )
    case 'character_moved':
      return go(by === 'second_step' ? { ...view, ability_used: true } : pay(view, by), who, place)
    case 'character_sent':
      return go(view, who, place)
    case 'personages_ejected': {
      const out = args.personages as string[]
      const gone = member(view, who, { booth: [] })
      return dial(gone, place, { personages: [...standing(gone, place), ...out] })
    }
    case 'pool_assembled': {
      const kinds = ['wyld', 'character', 'triumphant', 'bogus']
      const dice = kinds.flatMap((die) => Array.from({ length: args[die] as number }, () => ({ die, face: 'blank' })))
      return { ...view, dice }
    }
    case 'dice_rolled': {
      const faces = args.faces as string[]
      return { ...view, dice: (args.dice as string[]).map((die, i) => ({ die, face: faces[i] ?? 'blank' })) }
    }
    case 'die_rerolled':
      return turnDie(pay(view, by, dieAt(view, args)), args)
    case 'die_changed':
      return turnDie({ ...view, ability_used: true }, args)
    case 'bogus_resolved':
      return { ...view, dice: view.dice.map((die) => (die.face === 'bogus' ? { ...die, used: true } : die)) }
    case 'personage_picked_up': {
      const left = dial(pay(view, by), place, { personages: standing(view, place).filter((one) => one !== personage) })
      return member(left, who, { booth: [...boothOf(view, who), personage as string] })
    }
    case 'personage_returned': {
      const out = member(pay(view, by), who, { booth: boothOf(view, who).filter((one) => one !== personage) })
      const others = standing(view, place).filter((one) => one !== personage)
      return dial(out, place, { personages: [...others, personage as string], returned: true })
    }
    case 'personage_passed': {
      const receiver = args.receiver as string
      const out = member(pay(view, by), who, { booth: boothOf(view, who).filter((one) => one !== personage) })
      return member(out, receiver, { booth: [...boothOf(view, receiver), personage as string] })
    }
    case 'rift_worked_on':
      return pay(view, by)
    case 'objective_advanced':
      return member(view, who, { stage: args.stage as number })
    case 'objective_completed':
      return member(view, who, { completed: true })
    case 'game_won':
    case 'game_lost':
      return { ...view, ending: args.ending as string }
  }
  return view
}

/** Spends what a way of paying takes: cards first, then dice in their order, as the rules do; `spared`: not this one. */
export function pay(view: View, way: string | undefined, spared = -1): View {
  if (way === 'free') return { ...view, ability_used: true }
  let shown = view
  for (const symbol of symbols(way ?? '')) shown = spend(shown, symbol, spared)
  return shown
}

function spend(view: View, symbol: string, spared: number): View {
  const left = view.granted[symbol] ?? 0
  if (left > 0) return { ...view, granted: { ...view.granted, [symbol]: left - 1 } }
  const at = view.dice.findIndex((die, i) => die.face === symbol && !die.used && i !== spared)
  return at < 0 ? view : { ...view, dice: replaced(view.dice, at, { used: true }) }
}

function dieAt(view: View, args: Told['args']): number {
  return view.dice.findIndex((die) => die.die === args.die && die.face === args.face && !die.used)
}

function turnDie(view: View, args: Told['args']): View {
  const at = dieAt(view, args)
  return at < 0 ? view : { ...view, dice: replaced(view.dice, at, { face: args.now as string }) }
}

function replaced(dice: readonly DieView[], at: number, change: Partial<DieView>): DieView[] {
  return dice.map((die, i) => (i === at ? { ...die, ...change } : die))
}

function go(view: View, who: string | undefined, place: string | undefined): View {
  const index = view.players.findIndex((one) => one.who === who)
  if (index < 0 || place === undefined) return view
  const places = view.places.map((one) => {
    const others = (one.players ?? []).filter((player) => player !== index)
    return { ...one, players: one.place === place ? [...others, index].sort((a, b) => a - b) : others }
  })
  return member({ ...view, places }, who, { place })
}

function deck(view: View, left: number): View {
  return { ...view, deck: left, danger: { ...view.danger, draws_left: left } }
}

function dial(view: View, place: string | undefined, change: Partial<PlaceView>): View {
  const places = view.places.map((one) => (one.place === place ? { ...one, ...change } : one))
  if (place !== SAN_DIMAS || change.level === undefined) return { ...view, places }
  const risen = change.level - (view.places.find((one) => one.place === place)?.level ?? change.level)
  return { ...view, places, danger: { ...view.danger, rises_left: view.danger.rises_left - risen } }
}

function member(view: View, who: string | undefined, change: Partial<PlayerView>): View {
  return player(view, (one) => one.who === who, change)
}

function player(view: View, is: (one: PlayerView) => boolean, change: Partial<PlayerView>): View {
  const at = view.players.findIndex(is)
  return { ...view, players: view.players.map((one, i) => (i === at ? { ...one, ...change } : one)) }
}

function boothOf(view: View, who: string | undefined): readonly string[] {
  return view.players.find((one) => one.who === who)?.booth ?? []
}

function standing(view: View, place: string | undefined): readonly string[] {
  return view.places.find((one) => one.place === place)?.personages ?? []
}

const PACE: Readonly<Record<string, number>> = {
  turn_began: 900,
  riff_card_drawn: 1100,
  riff_card_swapped: 600,
  section_followed: 600,
  effect_chosen: 500,
  rift_raised: 650,
  rift_overflowed: 700,
  rise_ignored: 400,
  rift_lowered: 600,
  lowering_ignored: 400,
  rift_fixed: 1300,
  rift_unfixed: 1100,
  character_moved: 620,
  character_sent: 620,
  personages_ejected: 800,
  cards_discarded: 700,
  cards_shown: 700,
  cards_looked_at: 700,
  dice_rolled: 900,
  booth_used: 700,
  die_rerolled: 800,
  die_changed: 700,
  bogus_resolved: 500,
  personage_picked_up: 620,
  personage_returned: 900,
  personage_passed: 700,
  objective_advanced: 500,
  objective_completed: 1200,
  round_ended: 500,
  game_won: 1400,
  game_lost: 1800,
}

/** How long an event is shown; San Dimas a little longer, because it can lose the game. */
export function pace(told: Told): number {
  const event = String(told.args.event)
  const longer = event === 'rift_raised' && told.args.place === SAN_DIMAS ? 350 : 0
  return (PACE[event] ?? 0) + longer
}
