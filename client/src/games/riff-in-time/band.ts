/** The band at this table, and how pointing at a piece becomes an answer. */
import type { Option } from '../../protocol/types'
import type { Named } from '../../table/choice.svelte'
import type { Words } from '../../words/words'
import type { At, Colour } from '../contract'
import { type Deed, deedsOf, isClear } from './deeds'
import { paying } from './paying.svelte'
import type { PlaceView, PlayerView, View } from './view'

export type Here = At<View>

const COLOURS: readonly Colour[] = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

/** The colour of a member; a player who leads two has another colour for the second. */
export function colourOf(at: Pick<Here, 'view' | 'colours'>, index: number): Colour {
  const { players } = at.view
  const own = at.colours[players[index]?.seat ?? index] ?? 'p1'
  const twin = players.findIndex((one) => one.seat === players[index]?.seat) < index
  if (!twin) return own
  return COLOURS.find((colour) => !at.colours.slice(0, players.length).includes(colour)) ?? own
}

export function active(view: View): PlayerView | undefined {
  return view.players[view.turn]
}

/** The members that this seat leads. */
export function mine(at: Pick<Here, 'view' | 'seat'>): PlayerView[] {
  return at.view.players.filter((one) => one.seat === at.seat)
}

export function placeOf(view: View, place: string): PlaceView | undefined {
  return view.places.find((one) => one.place === place)
}

/** What a personage or a place is called where room is scarce. */
export function short(words: Words, id: string, family: 'personage' | 'place' = 'personage'): string {
  const key = `board.short.${id}`
  return words.say(words.has(key) ? key : `${family}.${id}`)
}

export function fixedPlaces(view: View): number {
  return view.places.filter((one) => one.fixed).length
}

export function returned(view: View): number {
  return view.places.filter((one) => one.returned).length
}

/** What pointing at something with these fields would do: the deeds it names, among those left or else among all. */
export function aimed(at: Pick<Here, 'choice'>, fields: Named): Deed[] {
  const { choice } = at
  return deedsOf(choice.lit(fields) ? choice.live : choice.options, fields)
}

/** Point at a piece: what is clear is done (it can be taken back), what is not is narrowed. */
export function point(at: Here, fields: Named): void {
  const { choice } = at
  const found = aimed(at, fields)
  const [deed] = found
  if (!deed) return
  const [first] = deed.ways
  const again = choice.has(fields) && choice.lit(fields)
  const clear = isClear(deed) && !(paying.asks && deed.ways.length > 1)
  if (found.length === 1 && first && (clear || again)) {
    choice.clear()
    at.send(first)
  } else choice.pick(fields)
}

/** The pointer rests on a piece: its first option is considered, so that the table can show what it would do. */
export function consider(at: Here, fields: Named | null): void {
  at.choice.considered = fields ? (aimed(at, fields)[0]?.ways[0] ?? null) : null
}

export function optionOf(at: Pick<Here, 'choice'>, type: string): Option | null {
  return at.choice.options.find((option) => option.answer.type === type) ?? null
}
