/** A choice being made: the options that the server listed, narrowed field by field by what the player points at.

    Nothing here knows a rule. A piece of the board is lit when some option that is left names it; pointing at it
    keeps those options. When one is left, it can be sent. */
import type { Ask, Option } from '../protocol/types'

export type Named = Option['answer']

export class Choice {
  ask = $state.raw<Ask | null>(null)
  picked = $state.raw<Named>({})
  /** The option that the pointer or the keyboard rests on, before it is taken. */
  considered = $state.raw<Option | null>(null)

  options = $derived(this.ask?.options ?? [])
  live = $derived(this.options.filter((option) => agrees(option.answer, this.picked)))
  /** The one option that is left, once the player has pointed at something (or nothing else was offered). */
  ready = $derived(this.live.length === 1 && this.begun ? (this.live[0] ?? null) : this.exact())

  get begun(): boolean {
    return Object.keys(this.picked).length > 0
  }

  /** A new question, or none: what was picked for another one is forgotten. */
  put(ask: Ask | null): void {
    if (ask === this.ask) return
    this.ask = ask
    this.picked = {}
    this.considered = null
  }

  /** Whether some option, among those that are left, says this. */
  lit(fields: Named): boolean {
    return this.live.some((option) => agrees(option.answer, fields))
  }

  /** Whether some option of the whole question says this: pointing at it starts anew where it must. */
  offers(fields: Named): boolean {
    return this.options.some((option) => agrees(option.answer, fields))
  }

  has(fields: Named): boolean {
    return Object.keys(fields).length > 0 && agrees(this.picked, fields)
  }

  /** Point at something: narrows the choice, or begins it anew with this if nothing left says so. */
  pick(fields: Named): void {
    if (this.lit(fields)) this.picked = { ...this.picked, ...fields }
    else if (this.offers(fields)) this.picked = { ...fields }
  }

  /** Point at the same thing again to let go of it. */
  toggle(fields: Named): void {
    if (!this.has(fields)) return this.pick(fields)
    const gone = Object.keys(fields)
    this.picked = Object.fromEntries(Object.entries(this.picked).filter(([field]) => !gone.includes(field)))
  }

  take(option: Option): void {
    this.picked = { ...option.answer }
  }

  clear(): void {
    this.picked = {}
    this.considered = null
  }

  /** An option that says just what was picked, although others say that and more. */
  private exact(): Option | null {
    if (!this.begun) return null
    const fields = Object.keys(this.picked).length
    return this.live.find((option) => Object.keys(option.answer).length === fields) ?? null
  }
}

export function agrees(answer: Named, fields: Named): boolean {
  return Object.entries(fields).every(([field, value]) => answer[field] === value)
}
