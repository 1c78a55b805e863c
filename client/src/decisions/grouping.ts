/** Options grouped by what they have in common, so that a reader finds them. */
import type { Option } from '../protocol/types'
import type { Choice, Named } from '../table/choice.svelte'
import { capital } from '../words/sentences'
import type { Words } from '../words/words'

export interface Group {
  title: string
  options: Option[]
}

/** With fewer options than this, one list is easier to read than several. */
const WORTH_GROUPING = 7

/** Whether an option has no fields but its type (pass, draw, end the turn): no piece on the board stands for it. */
export function isBare(option: Option): boolean {
  return Object.keys(option.answer).length === 1
}

export function labelOf(words: Words, option: Option): string {
  return capital(words.tell(option.key, option.answer), words.lang)
}

/** Return the field to choose next: the first one, not picked yet, in which the remaining options differ. */
export function missingPart(choice: Pick<Choice, 'live' | 'picked'>): string | null {
  const [first, ...others] = choice.live
  const open = Object.keys(first?.answer ?? {}).filter((field) => !(field in choice.picked))
  return open.find((field) => others.some(({ answer }) => answer[field] !== first?.answer[field])) ?? null
}

/** Return the names of what was picked so far, in the order of picking: “Time Car v4 → D-1”. */
export function pickedParts(words: Pick<Words, 'named'>, picked: Named): string {
  const named = words.named(picked)
  const parts = Object.keys(picked).filter((field) => field !== 'type' && named[field] !== '' && named[field] != null)
  return capital(parts.map((field) => String(named[field])).join(' → '), 'en')
}

/** Group by type, and within a type by the first field that several options share. */
export function grouped(words: Words, options: readonly Option[]): Group[] {
  if (options.length < WORTH_GROUPING) return [{ title: '', options: [...options] }]
  const groups = new Map<string, Group>()
  for (const option of options) {
    const title = titleOf(words, option, options)
    const group = groups.get(title) ?? { title, options: [] }
    group.options.push(option)
    groups.set(title, group)
  }
  const several = [...groups.values()].filter((group) => group.options.length > 1 && group.title !== '')
  const single = [...groups.values()].filter((group) => !several.includes(group)).flatMap((group) => group.options)
  return [...(single.length > 0 ? [{ title: '', options: single }] : []), ...several]
}

function titleOf(words: Words, option: Option, options: readonly Option[]): string {
  const [, field] = Object.keys(option.answer)
  if (field === undefined) return ''
  const value = option.answer[field]
  const alike = options.filter((other) => other.answer.type === option.answer.type && other.answer[field] === value)
  if (alike.length < 2) return ''
  const name = words.named({ [field]: value })[field]
  return capital(String(name), words.lang)
}

/** Return the options whose sentence contains every word that was typed. */
export function filtered(words: Words, options: readonly Option[], typed: string): Option[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  return options.filter((option) => {
    const label = plain(labelOf(words, option))
    return wanted.every((word) => label.includes(word))
  })
}

/** Strip accents and capitals, for searching. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
