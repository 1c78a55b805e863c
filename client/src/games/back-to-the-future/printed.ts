/** What is printed on the components of this game, by name. */
import type { Printed } from '../contract'
import { CARDS } from './icons/cards'
import { ANY_LINCHPIN, LINCHPINS } from './icons/linchpins'

export type Side = 'original' | 'altered'

export interface Position {
  at: string
  kind: 'linchpin' | 'ripplepoint'
  date: string
  icon?: string
  rule?: 'ONE' | 'AND' | 'OR'
  linchpins?: string[]
}

export interface Identity {
  key: string
  original: string
  altered: [string, string]
}

export interface Title {
  key: string
  type: 'time_machine' | 'doubleback' | 'item' | 'action' | 'power_action'
  linchpin?: string
  item?: string
}

/** The TimeLine in reading order: four rows of six. */
export function positions(printed: Printed): Position[] {
  return printed.timeline?.position ?? []
}

export function position(printed: Printed, at: string): Position | undefined {
  return positions(printed).find((one) => one.at === at)
}

export function identity(printed: Printed, key: string | null | undefined): Identity | undefined {
  const people: Identity[] = printed.identities?.identity ?? []
  return people.find((one) => one.key === key)
}

export function title(printed: Printed, card: string): Title | undefined {
  const deck: Title[] = printed.deck?.card ?? []
  return deck.find((one) => one.key === card)
}

export function linchpinIcon(printed: Printed, at: string): string {
  return LINCHPINS[position(printed, at)?.icon ?? ''] ?? ANY_LINCHPIN
}

export function cardIcon(printed: Printed, card: string): string {
  const drawn = CARDS[card]
  if (drawn) return drawn
  return linchpinIcon(printed, title(printed, card)?.linchpin ?? '')
}

/** The linchpin at which time travel is invented: no ripplepoint follows it, and more than one card lies there. */
export function stackAt(printed: Printed): string | undefined {
  return positions(printed).find(
    (one) => (one as { cards?: number }).cards !== undefined && Number((one as { cards?: number }).cards) > 1,
  )?.at
}

export function year(date: string): string {
  return date.slice(0, 4)
}
