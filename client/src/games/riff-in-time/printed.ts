/** What is printed on the components, by the names that the drawing uses. */
import type { Printed } from '../contract'

export interface Effect {
  verb: string
  times: number
}

export interface Section {
  kind: 'main' | 'red' | 'green' | 'fixed'
  /** One of these is followed; each is a list of effects. */
  options: readonly (readonly Effect[])[]
}

export interface RiffCard {
  key: string
  place: string
  numbers: readonly number[]
  sections: readonly Section[]
}

export interface Gift {
  characterDice: number
  bogusDice: number
  actions: readonly string[]
}

export interface Objective {
  task: string
  personage: string
  places: readonly string[]
  stages: number
  lowers: number
  action: string
}

const SECTIONS = ['main', 'red', 'green', 'fixed'] as const
/** Tasks that take three times; ordered visits take as many as there are places. */
const THREE = ['no_rerolls', 'lower_three_places']

type Table = Record<string, unknown>

export class Box {
  /** The place where each personage belongs, and the other way round. */
  readonly homes: Readonly<Record<string, string>>
  readonly natives: Readonly<Record<string, string>>
  readonly green: number
  readonly red: number
  readonly top: number
  readonly deck: number

  constructor(private readonly printed: Printed) {
    const places = rows(printed, 'places', 'place')
    this.homes = Object.fromEntries(places.map((row) => [text(row.personage), text(row.key)]))
    this.natives = Object.fromEntries(places.map((row) => [text(row.key), text(row.personage)]))
    const dials = rows(printed, 'board', 'dial')
    const sections = dials.find((row) => row.of === 'sections')
    this.green = number(sections?.green, 3)
    this.red = number(sections?.red, 7)
    this.top = number(dials.find((row) => row.of === 'san_dimas')?.maximum, 10)
    this.deck = rows(printed, 'riff', 'card').length
  }

  card(key: string): RiffCard | null {
    const row = rows(this.printed, 'riff', 'card').find((one) => one.key === key)
    if (!row) return null
    return {
      key,
      place: text(row.place),
      numbers: Array.isArray(row.numbers) ? (row.numbers as number[]) : [],
      sections: SECTIONS.filter((kind) => row[kind]).map((kind) => ({
        kind,
        options: (row[kind] as string[][]).map((option) => option.map(effect)),
      })),
    }
  }

  gift(personage: string): Gift {
    const row = rows(this.printed, 'places', 'place').find((one) => one.personage === personage)
    return {
      characterDice: number(row?.character_dice, 0),
      bogusDice: number(row?.bogus_dice, 0),
      actions: (row?.actions as string[] | undefined) ?? [],
    }
  }

  objective(key: string): Objective | null {
    const row = rows(this.printed, 'objectives', 'objective').find((one) => one.key === key)
    if (!row) return null
    const task = text(row.task)
    const places = (row.places as string[] | undefined) ?? []
    return {
      task,
      personage: text(row.personage),
      places,
      stages: THREE.includes(task) ? 3 : Math.max(places.length, 1),
      lowers: number(row.lower_san_dimas, 1),
      action: text(row.action),
    }
  }

  ability(who: string): string {
    return text(rows(this.printed, 'characters', 'character').find((one) => one.key === who)?.ability)
  }
}

const boxes = new WeakMap<Printed, Box>()

/** The box of this edition, read once. */
export function boxOf(printed: Printed): Box {
  let box = boxes.get(printed)
  if (!box) boxes.set(printed, (box = new Box(printed)))
  return box
}

/** "raise x2" is the verb "raise", done twice. */
export function effect(said: string): Effect {
  const [verb = '', times] = said.split(' x')
  return { verb, times: times ? Number(times) : 1 }
}

function rows(printed: Printed, file: string, table: string): Table[] {
  return (printed[file]?.[table] as Table[] | undefined) ?? []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
