/** Pieces, spaces and symbols as they are called: for captions and screen readers. */
import { contents, type StackView, type Table } from './shown'

export function spaceLabel(at: Table, space: string): string {
  const { booths, dudes, stacks } = contents(at.view, space)
  const things = [
    ...booths.map(({ seat, booth }) => boothLabel(at, seat, booth.facing)),
    ...dudes.map(({ dude, piece }) => dudeLabel(at, dude, piece.facing)),
    ...stacks.map((stack) => stackLabel(at, stack)),
  ]
  if (things.length === 0) return at.words.say('board.space.empty', { space })
  return at.words.say('board.space.holds', { space, things: things.join('; ') })
}

export function boothLabel(at: Table, seat: number, facing: string): string {
  return at.words.tell(seat === at.seat ? 'board.thing.my_booth' : 'board.thing.booth', { seat, facing })
}

export function dudeLabel(at: Table, dude: string, facing: string): string {
  return at.words.tell('board.thing.dude', { dude, facing })
}

export function stackLabel(at: Table, { character, count }: StackView): string {
  return at.words.tell('board.thing.stack', { character, count })
}

/** "one space forward, a quarter turn left". */
export function symbolsLabel(at: Pick<Table, 'words'>, symbols: readonly string[]): string {
  return symbols.map((symbol) => at.words.say(`symbol_text.${symbol}`)).join(', ')
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
