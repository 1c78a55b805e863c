/** Standing orders: reaction windows in which a seat passes without being asked. */
import type { GiveOrders, Question } from '../protocol/types'

export type Order = NonNullable<GiveOrders['orders']>[number]
export type Case = Record<string, unknown>

/** ask: every window asks · until: pass until my turn · unless: pass, except in these cases. */
export type Way = 'ask' | 'until' | 'unless'

export function wayOf(orders: readonly Order[]): Way {
  if (orders.some((order) => order.type === 'pass_unless')) return 'unless'
  return orders.length > 0 ? 'until' : 'ask'
}

export function casesOf(orders: readonly Order[]): Case[] {
  return orders.flatMap((order) => (order.type === 'pass_unless' ? (order.cases ?? []) : []))
}

export function ordersOf(way: Way, cases: readonly Case[]): Order[] {
  if (way === 'until') return [{ type: 'pass_until_my_turn' }]
  return way === 'unless' ? [{ type: 'pass_unless', cases: [...cases] }] : []
}

/** Cases that can be named: what each other player does, what the game knows to be worth naming, and every id among
 * the arguments of a window that is or was open. */
export function candidates(
  questions: readonly Question[],
  seats: readonly number[],
  stakes: readonly Case[],
  given: readonly Case[],
): Case[] {
  const found = new Map<string, Case>()
  const add = (one: Case) => found.set(JSON.stringify(one), one)
  for (const one of given) add(one)
  for (const seat of seats) add({ seat })
  for (const one of stakes) add(one)
  for (const question of questions) {
    for (const [field, value] of Object.entries(question.args ?? {})) {
      if (field !== 'seat' && typeof value === 'string') add({ [field]: value })
    }
  }
  return [...found.values()]
}

export function same(one: Case, other: Case): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
