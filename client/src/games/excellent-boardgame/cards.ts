/** What is printed on the movement cards. */
import type { Printed } from '../contract'

export interface Card {
  number: number
  buttons: readonly string[]
  dude: string
}

const known = new WeakMap<Printed, Map<number, Card>>()

export function cardOf(printed: Printed, number: number): Card {
  let cards = known.get(printed)
  if (!cards) {
    const tables = printed.cards?.card as Card[] | undefined
    cards = new Map((tables ?? []).map((card) => [card.number, card]))
    known.set(printed, cards)
  }
  return cards.get(number) ?? { number, buttons: [], dude: '' }
}

/** The nine characters in the order of the box. */
export function charactersOf(printed: Printed): string[] {
  return ((printed.characters?.character ?? []) as { key: string }[]).map(({ key }) => key)
}
