/** What a card does, in a few words: what its face has room for. */
import type { At } from '../contract'
import { title } from './printed'
import type { View } from './view'

export function brief(at: At<View>, card: string): string {
  const printed = title(at.printed, card)
  if (printed?.type !== 'doubleback') return at.words.say(`board.brief.${card}`)
  return at.words.tell('board.brief.doubleback', { linchpin: printed.linchpin, item: printed.item })
}
