/** A choice being made: the options that the server listed, narrowed field by field by what the player points at.

    Nothing here knows a rule. A piece of the board is lit when some option that is left names it; pointing at it
    keeps those options. When one is left, it can be sent. */
import type { Ask, Option } from '../protocol/types'

export type Named = Option['answer']

export class Choice {
  ask = $state.raw<Ask | null>(null)
  picked = $state.raw<Named>({})
  /** The option under the pointer or the focus, before it is chosen. */
  considered = $state.raw<Option | null>(null)

  /** Sends the answer that is ready; set by the table. */
  confirm: (option: Option) => void = () => undefined
  /** The fields that were pointed at last: pointing at them again, once the answer is ready, confirms it. */
  private last = $state.raw<Named>({})

  /** Fields of the answers that the guided first game offers now; all answers if no option has them. */
  script = $state.raw<readonly Named[]>([])

  options = $derived.by(() => {
    const all = this.ask?.options ?? []
    const scripted = all.filter((option) => this.script.some((fields) => agrees(option.answer, fields)))
    return scripted.length > 0 ? scripted : all
  })
  live = $derived(this.options.filter((option) => agrees(option.answer, this.picked)))
  /** The one option that is left, once the player has pointed at something (or nothing else was offered). */
  ready = $derived(this.live.length === 1 && this.begun ? (this.live[0] ?? null) : this.exact())

  get begun(): boolean {
    return Object.keys(this.picked).length > 0
  }

  /** Start with a new question, or none, and forget what was picked. */
  put(ask: Ask | null): void {
    if (ask === this.ask) return
    this.ask = ask
    this.clear()
  }

  /** Whether one of the remaining options has these fields. */
  lit(fields: Named): boolean {
    return this.live.some((option) => agrees(option.answer, fields))
  }

  /** Whether any option of the question has these fields; picking them may start the choice over. */
  offers(fields: Named): boolean {
    return this.options.some((option) => agrees(option.answer, fields))
  }

  has(fields: Named): boolean {
    return Object.keys(fields).length > 0 && agrees(this.picked, fields)
  }

  /** Narrow the choice by these fields, or start over with them if no remaining option has them. */
  pick(fields: Named): void {
    this.last = fields
    if (this.lit(fields)) this.picked = { ...this.picked, ...fields }
    else if (this.offers(fields)) this.picked = { ...fields }
  }

  /** Pick these fields. If they are picked: confirm the answer that they made ready, or else drop them. */
  toggle(fields: Named): void {
    if (!this.has(fields)) return this.pick(fields)
    if (this.again(fields)) return
    const gone = Object.keys(fields)
    this.picked = Object.fromEntries(Object.entries(this.picked).filter(([field]) => !gone.includes(field)))
  }

  /** Whether pointing at these fields again would confirm: the answer is ready, and they were pointed at last. */
  confirms(fields: Named): boolean {
    return this.ready !== null && same(this.last, fields)
  }

  /** Confirm if the answer is ready and these fields were pointed at last; return whether they were. */
  again(fields: Named): boolean {
    const ready = this.ready
    if (!ready || !this.confirms(fields)) return false
    this.confirm(ready)
    return true
  }

  /** Pick a whole option; `by` is what was pointed at for it. */
  take(option: Option, by: Named = option.answer): void {
    this.last = by
    this.picked = { ...option.answer }
  }

  clear(): void {
    this.last = {}
    this.picked = {}
    this.considered = null
  }

  /** Return the option whose fields are exactly those picked, even if others have more. */
  private exact(): Option | null {
    if (!this.begun) return null
    const fields = Object.keys(this.picked).length
    return this.live.find((option) => Object.keys(option.answer).length === fields) ?? null
  }
}

function same(one: Named, other: Named): boolean {
  return Object.keys(one).length === Object.keys(other).length && agrees(one, other)
}

export function agrees(answer: Named, fields: Named): boolean {
  return Object.entries(fields).every(([field, value]) => answer[field] === value)
}
