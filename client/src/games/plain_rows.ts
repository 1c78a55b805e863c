/** A view as rows of text, for games without a drawing. */
import type { Words } from '../words/words'

export interface Row {
  label: string
  /** One text, or one for each seat. */
  texts: readonly string[]
  bySeat: boolean
}

/** Return a row for each field of a view; `view.<field>` in the game's texts is its label.
    A list with as many entries as there are seats is told seat by seat, unless its label is
    called `view.<field>.list`. */
export function rowsOf(words: Words, view: Readonly<Record<string, unknown>>, seats: number): Row[] {
  return Object.entries(view).map(([field, value]) => {
    const label = [`view.${field}`, `view.${field}.list`].find((key) => words.has(key))
    const bySeat = Array.isArray(value) && value.length === seats && !words.has(`view.${field}.list`)
    const texts = bySeat ? value.map((each) => textOf(words, field, each)) : [textOf(words, field, value)]
    return { label: label === undefined ? field : words.say(label), bySeat, texts }
  })
}

function textOf(words: Words, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map((each) => textOf(words, field, each)).join(', ') || '–'
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([inner, each]) => `${inner}: ${textOf(words, inner, each)}`)
      .join(' · ')
  }
  return String(words.named({ [field]: value })[field])
}
