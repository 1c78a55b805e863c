/** Pieces, spaces and cards as they are called: for tooltips and screen readers. */
import { contents, type Table } from './shown'

export function spaceLabel(at: Table, space: string): string {
  const { words, view } = at
  const things = [
    ...contents(view, space).booths.map(({ seat, booth }) =>
      words.tell(seat === at.seat ? 'board.thing.my_booth' : 'board.thing.booth', { seat, facing: booth.facing }),
    ),
    ...contents(view, space).dudes.map(({ dude, piece }) =>
      words.tell('board.thing.dude', { dude, facing: piece.facing }),
    ),
    ...contents(view, space).stacks.map(({ character, count }) =>
      words.tell('board.thing.stack', { character, count }),
    ),
  ]
  if (things.length === 0) return words.say('board.space.empty', { space })
  return words.say('board.space.holds', { space, things: words.list(things) })
}

/** "one space forward, a quarter turn left". */
export function symbolsLabel(at: Pick<Table, 'words'>, symbols: readonly string[]): string {
  return symbols.map((symbol) => at.words.say(`symbol_text.${symbol}`)).join(', ')
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}
