/** The two cards of a plan being made, by pointing at options that the server listed. */
import type { Option } from '../../protocol/types'
import type { Choice } from '../../table/choice.svelte'
import type { Table } from './shown'

export type Slot = 'first' | 'second'

export interface Plan {
  first: number | null
  second: number | null
}

/** What lies in the slots: what is being chosen, else what is sealed already. */
export function planOf(at: Pick<Table, 'choice' | 'sealed'>): Plan {
  const { choice, sealed } = at
  return named(choice.begun ? choice.picked : (sealed ?? {}))
}

export function planning(choice: Choice): boolean {
  return choice.options.some((option) => 'first' in option.answer)
}

export function slotOf(plan: Plan, card: number): Slot | null {
  return plan.first === card ? 'first' : plan.second === card ? 'second' : null
}

/** The plan after laying down a card: in the slot that is named, else the first free one, else for the second. */
export function laid(plan: Plan, card: number, slot?: Slot): Plan {
  const to = slot ?? (plan.first === null ? 'first' : 'second')
  const from = slotOf(plan, card)
  if (from === to) return plan
  const away = plan[to]
  const next: Plan = { ...plan, [to]: card }
  if (from) next[from] = away
  return next
}

export function lifted(plan: Plan, slot: Slot): Plan {
  return { ...plan, [slot]: null }
}

export function swapped(plan: Plan): Plan {
  return { first: plan.second, second: plan.first }
}

/** The option that is this whole plan, if it was offered. */
export function optionOf(choice: Choice, plan: Plan): Option | null {
  return choice.options.find(({ answer }) => answer.first === plan.first && answer.second === plan.second) ?? null
}

/** Point at a plan, whole or half; `card` is the one that was pointed at for it. */
export function choose(choice: Choice, plan: Plan, card?: number): void {
  const whole = optionOf(choice, plan)
  if (whole) {
    choice.considered = null
    choice.take(whole, card === undefined ? whole.answer : { card })
    return
  }
  choice.clear()
  const fields: Record<string, number> = {}
  if (plan.first !== null) fields.first = plan.first
  if (plan.second !== null) fields.second = plan.second
  if (Object.keys(fields).length > 0) choice.pick(fields)
}

function named(answer: Option['answer']): Plan {
  const card = (value: unknown) => (typeof value === 'number' ? value : null)
  return { first: card(answer.first), second: card(answer.second) }
}
