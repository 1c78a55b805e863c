/** Options grouped by what they do: how a deed is paid for is a second choice, the cheapest way first. */
import type { Option } from '../../protocol/types'
import { agrees, type Named } from '../../table/choice.svelte'

export interface Deed {
  /** What is done, without what it is paid with. */
  fields: Named
  /** The ways to pay, cheapest first. */
  ways: readonly Option[]
}

/** What an answer is paid with where it does not say. */
const OWN: Readonly<Record<string, string>> = {
  move: 'move',
  pick_up: 'interact',
  drop_off: 'interact',
  pass_to: 'interact',
  fix_rift: 'interact',
  reroll: 'reroll',
}
const DEAR = ['excellent', 'two_rerolls', 'two_interacts', 'two_moves']

export function wayOf(answer: Named): string {
  const own = OWN[String(answer.type)] ?? ''
  return typeof answer.by === 'string' ? answer.by : own
}

/** Gifts first, then an action of the same kind, then what could have done something else. */
export function cost(answer: Named): number {
  const by = wayOf(answer)
  if (by === 'free') return 0
  return 1 + (DEAR.includes(by) ? DEAR.indexOf(by) + 1 : 0)
}

export function deeds(options: readonly Option[]): Deed[] {
  const found = new Map<string, { fields: Named; ways: Option[] }>()
  for (const option of options) {
    const fields = unpaid(option.answer)
    const key = JSON.stringify(fields)
    const deed = found.get(key)
    if (deed) deed.ways.push(option)
    else found.set(key, { fields, ways: [option] })
  }
  return [...found.values()].map(({ fields, ways }) => ({
    fields,
    ways: ways.sort((one, other) => cost(one.answer) - cost(other.answer)),
  }))
}

export function unpaid(answer: Named): Named {
  return Object.fromEntries(Object.entries(answer).filter(([field]) => field !== 'by'))
}

/** Nothing to think about: one die at most is spent, and there is only one way, or one that takes no action which could
    do something else. */
export function isClear(deed: Deed): boolean {
  const [first] = deed.ways
  if (first === undefined || symbols(wayOf(first.answer)).length > 1) return false
  return deed.ways.length === 1 || cost(first.answer) <= 1
}

/** The deeds that say this. */
export function deedsOf(options: readonly Option[], fields: Named): Deed[] {
  return deeds(options.filter((option) => agrees(option.answer, fields)))
}

/** The symbols that a way takes: two Moves are two. */
export function symbols(way: string): string[] {
  switch (way) {
    case 'two_moves':
      return ['move', 'move']
    case 'two_interacts':
      return ['interact', 'interact']
    case 'two_rerolls':
      return ['reroll', 'reroll']
    case 'free':
      return ['gift']
    case '':
      return []
    default:
      return [way]
  }
}

export type Pool = Record<'wyld' | 'character' | 'triumphant', number>
export const KINDS = ['triumphant', 'character', 'wyld'] as const

export function poolOf(option: Option): Pool {
  const { wyld, character, triumphant } = option.answer
  return { wyld: Number(wyld), character: Number(character), triumphant: Number(triumphant) }
}

export function sizeOf(pool: Pool): number {
  return pool.wyld + pool.character + pool.triumphant
}

/** As many dice as may be rolled, the better kinds first. */
export function fullest(options: readonly Option[]): Option | null {
  const rolls = options.filter((option) => option.answer.type === 'roll')
  const rank = (option: Option) => {
    const pool = poolOf(option)
    return sizeOf(pool) * 100 + pool.triumphant * 10 + pool.character
  }
  return rolls.reduce<Option | null>((best, one) => (best === null || rank(one) > rank(best) ? one : best), null)
}

/** How many dice of each kind lie ready: as many as any roll has. */
export function ready(options: readonly Option[]): Pool {
  const pools = options.filter((option) => option.answer.type === 'roll').map(poolOf)
  const most = (kind: keyof Pool) => Math.max(0, ...pools.map((pool) => pool[kind]))
  return { wyld: most('wyld'), character: most('character'), triumphant: most('triumphant') }
}

export function rollOf(options: readonly Option[], pool: Pool): Option | null {
  return options.find((option) => option.answer.type === 'roll' && agrees(option.answer, { ...pool })) ?? null
}
