/** How pointing at a piece of this game narrows the choice among the options that the server listed. */
import { isBare } from '../../decisions/grouping'
import type { Option } from '../../protocol/types'
import { agrees, type Choice, type Named } from '../../table/choice.svelte'

/** Questions about cards that come from a pile: one of the same title in the hand is not meant. */
const FETCHING: ReadonlySet<string> = new Set(['quick_trip', 'rewind'])

/** Whether the card is settled, so that its target is chosen next. */
export function aims(choice: Pick<Choice, 'begun' | 'options'>): boolean {
  const aimed = choice.options.filter((option) => !isBare(option))
  const card = aimed[0]?.answer.card
  const one = aimed.length > 0 && aimed.every(({ answer }) => answer.card === card)
  return choice.begun || (one && (card === undefined || aimed.length === choice.options.length))
}

/** The fields by which a card of my hand can be meant now, or null. */
export function meansCard(choice: Choice, card: string): Named | null {
  if (FETCHING.has(String(choice.ask?.question.prompt))) return null
  const { card: played, type } = choice.picked
  if (played !== undefined && played !== card && type === 'play' && choice.lit({ spend: card })) return { spend: card }
  const said: Named[] = [
    { type: 'play', card },
    { type: 'react', card },
    { type: 'give', card },
    { type: 'discard', card },
  ]
  return said.find((fields) => choice.offers(fields)) ?? null
}

/** The fields by which an item on a table can be meant now: mine or somebody else's. */
export function meansItem(choice: Choice, item: string, owner: number, mine: boolean): Named | null {
  const aimed: Named = { item, owner }
  if (choice.lit(aimed) && aims(choice)) return aimed
  if (!mine) return null
  const { type, card } = choice.picked
  if (type === 'use' && choice.lit({ feed: item })) return { feed: item }
  if (type === 'play' && card !== undefined && choice.lit({ spend: item })) return { spend: item }
  const said: Named[] = [
    { type: 'react', card: item },
    { type: 'use', item },
    { type: 'lose_item', item },
  ]
  return said.find((fields) => choice.offers(fields)) ?? null
}

/** The fields by which a linchpin can be meant now. A DoubleBack names its own, and the side that does not show. */
export function meansLinchpin(choice: Choice, at: string, other: string, doubleback: string | null): Named | null {
  if (choice.lit({ linchpin: at })) return { linchpin: at }
  if (doubleback !== null) {
    const turned: Named = { type: 'play', card: doubleback, side: other }
    if (choice.lit(turned)) return turned
  }
  return choice.offers({ linchpin: at }) ? { linchpin: at } : null
}

/** Return the first remaining option with these fields, to preview it. */
export function firstOf(choice: Choice, fields: Named | null): Option | null {
  if (fields === null) return null
  const among = choice.lit(fields) ? choice.live : choice.options
  return among.find((option) => agrees(option.answer, fields)) ?? null
}

/** Fields that are chosen by buttons, because no piece of the board stands for them. */
const ASKED = ['side', 'direction', 'seat', 'owner', 'item', 'cash'] as const

/** With more values than this, they are chosen on the table or in the hand instead. */
const MAX_BUTTONS = 6

export interface Part {
  field: string
  values: unknown[]
}

export function nextPart(choice: Pick<Choice, 'begun' | 'live' | 'options' | 'picked'>): Part | null {
  const aimed = choice.live.filter((option) => !isBare(option))
  if (!aims(choice) || aimed.length < 2) return null
  for (const field of ASKED) {
    if (field in choice.picked) continue
    const values = [...new Set(aimed.map((option) => option.answer[field]))]
    if (values.length > 1 && values.length <= MAX_BUTTONS) return { field, values }
  }
  return null
}
