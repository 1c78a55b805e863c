/** What a card being played is aimed at, in words. */
import type { At } from '../contract'
import { sideOf } from './goal'
import { title } from './printed'
import type { ActionView, View } from './view'

export interface Aim {
  /** The linchpin, to draw its icon. */
  linchpin?: string
  said: string
}

export function aimOf(at: At<View>, { card, answer }: ActionView): Aim | null {
  const { words } = at
  const { linchpin, side, item, owner, direction, fetch, feed } = answer
  if (typeof linchpin === 'string') return { linchpin, said: linchpin }
  if (typeof side === 'string') return sided(at, title(at.printed, card)?.linchpin ?? '', side)
  const aimed = answer.target ?? (answer.type === 'play' ? answer.seat : undefined)
  if (typeof aimed === 'number') return { said: words.seat(aimed) }
  if (typeof item === 'string' && typeof owner === 'number')
    return { said: words.tell('board.item_of', { item, owner }) }
  if (typeof owner === 'number') return { said: words.seat(owner) }
  if (typeof direction === 'string') return { said: words.say(`direction.${direction}`) }
  const named = fetch ?? feed
  return typeof named === 'string' ? { said: words.say(`card.${named}`) } : null
}

function sided(at: At<View>, linchpin: string, side: string): Aim {
  const stays = sideOf(at.view.altered, linchpin) === side
  return { linchpin, said: stays ? at.words.say('board.stays', { linchpin }) : linchpin }
}
