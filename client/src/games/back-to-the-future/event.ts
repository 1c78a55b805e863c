/** How one event of the TimeLine stands: everything that its card draws, in one place. */
import type { At } from '../contract'
import { aims, firstOf, meansLinchpin } from './choosing'
import type { Shown } from './apply'
import type { Flips } from './flips'
import { sideOf, type Headline } from './goal'
import { stackAt, title, year, type Position, type Side } from './printed'
import type { View } from './view'

export interface Standing {
  side: Side
  /** It can be pointed at: the fields that it says. */
  says: Record<string, unknown> | null
  /** Pointing at it is what is asked for now, not only possible. */
  lit: boolean
  picked: boolean
  /** The option under consideration turns it over. */
  flips: boolean
  /** A card being played aims at it, or it follows what that card aims at. */
  target: boolean
  stake: boolean
  goal: Headline | null
  /** What considering would do to my goal. */
  becomes: 'true' | 'false' | null
}

export interface Around {
  flips: Flips
  target: string | null
  goals: readonly Headline[]
}

/** The linchpin at which the card on the bottom of the stack is aimed. */
export function targetOf(at: At<View>): string | null {
  for (const { answer, card, done } of (at.view.actions ?? []) as Shown[]) {
    if (done) continue
    if (typeof answer.linchpin === 'string') return answer.linchpin
    const named = title(at.printed, card)?.linchpin
    const aimed = answer.side !== undefined && answer.side !== null
    if (named && aimed && sideOf(at.view.altered, named) !== answer.side) return named
  }
  return null
}

export function standing(at: At<View>, place: Position, around: Around): Standing {
  const { choice, view } = at
  const hung = at.outcome !== null && place.at === stackAt(at.printed)
  const side = hung ? 'altered' : sideOf(view.altered, place.at)
  const other = side === 'altered' ? 'original' : 'altered'
  const own = doublebackOf(at, place.at)
  const says = place.kind === 'linchpin' ? meansLinchpin(choice, place.at, other, own) : null
  const goal = around.goals.find((one) => one.at === place.at) ?? null
  const flips = around.flips.has(place.at)
  return {
    side,
    says,
    lit: says !== null && choice.lit(says) && aims(choice),
    picked: says !== null && choice.has(says),
    flips,
    target: around.target === place.at,
    stake: around.target !== null && (place.linchpins ?? []).includes(around.target),
    goal,
    becomes: goal && flips ? (goal.shown ? 'false' : 'true') : null,
  }
}

/** The DoubleBack that the player has picked, if this is its linchpin. */
function doublebackOf(at: At<View>, place: string): string | null {
  const { card } = at.choice.picked
  return typeof card === 'string' && title(at.printed, card)?.linchpin === place ? card : null
}

export function label(at: At<View>, place: Position, how: Standing): string {
  return at.words.say('board.event', {
    at: place.at,
    year: year(place.date),
    headline: at.words.say(`headline.${place.at}.${how.side}`),
    kind: place.kind,
    altered: how.side === 'altered',
    flips: how.flips,
    target: how.target,
    goal: how.becomes ? `becomes_${how.becomes}` : how.goal ? how.goal.shown : 'none',
    choose: how.lit,
  })
}

/** Point at it: consider what it would do. */
export function consider(at: At<View>, how: Standing | null): void {
  at.choice.considered = how?.says ? firstOf(at.choice, how.says) : null
}
