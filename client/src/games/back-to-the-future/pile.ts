/** Which pile lies open, and what pointing at a card of it says. */
import type { Named } from '../../table/choice.svelte'
import type { At } from '../contract'
import type { Pile } from './looking.svelte'
import type { View } from './view'

export interface OpenPile {
  name: Pile
  cards: readonly string[]
  says: (card: string) => Named | null
}

/** The pile that the question is about lies open by itself, until a card of it is picked. */
export function openPile(at: At<View>, looked: Pile | null): OpenPile | null {
  const { choice, view } = at
  if (view.searched && choice.picked.card === undefined) {
    const play = (card: string): Named => ({ type: 'play', card })
    return { name: 'draw', cards: view.searched, says: (card) => offered(at, play(card)) }
  }
  const fetching = choice.picked.card === 'rewind' && choice.picked.fetch === undefined
  if (fetching && choice.live.some((option) => option.answer.fetch !== undefined)) {
    return { name: 'discard', cards: newestFirst(view.discard_pile), says: (fetch) => offered(at, { fetch }) }
  }
  if (looked === 'discard') return { name: 'discard', cards: newestFirst(view.discard_pile), says: () => null }
  return null
}

function offered(at: At<View>, fields: Named): Named | null {
  return at.choice.lit(fields) ? fields : null
}

function newestFirst(cards: readonly string[]): string[] {
  return [...cards].reverse()
}

/** Equal titles are shown once, with how many there are. */
export function counted(cards: readonly string[]): { card: string; count: number }[] {
  const found = new Map<string, number>()
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1)
  return [...found].map(([card, count]) => ({ card, count }))
}
