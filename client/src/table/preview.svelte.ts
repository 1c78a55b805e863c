/** What the option under the pointer would do, fetched from the server after a short delay. */
import type { Connection } from '../protocol/connection'
import type { Option, Projected } from '../protocol/types'
import type { Perspective } from './perspective.svelte'

const REST = 70
const NOTHING: readonly never[] = []

export class Preview {
  private result = $state.raw<{ option: Option; projected: Projected | null } | null>(null)
  private known = new WeakMap<Option, Projected | null>()

  constructor(
    private readonly connection: Connection,
    private readonly perspective: () => Perspective | null,
  ) {}

  get events() {
    return this.current?.events ?? NOTHING
  }
  get sentence() {
    return this.current?.preview ?? null
  }

  /** To be called in an effect: preview the option being considered; returns the clean-up. */
  follow(): (() => void) | undefined {
    const perspective = this.perspective()
    const option = considered(perspective)
    const moment = perspective?.scene?.moment
    if (!perspective || !option || perspective.seat === null || moment === undefined) {
      this.result = null
      return
    }
    const known = this.known.get(option)
    if (known !== undefined) {
      this.result = { option, projected: known }
      return
    }
    const seat = perspective.seat
    const timer = setTimeout(() => {
      this.connection
        .project(perspective.table, seat, moment, option.answer)
        .catch(() => null)
        .then((projected) => {
          this.known.set(option, projected)
          if (considered(this.perspective()) === option) this.result = { option, projected }
        })
    }, REST)
    return () => clearTimeout(timer)
  }

  private get current(): Projected | null {
    const result = this.result
    return result && result.option === considered(this.perspective()) ? result.projected : null
  }
}

function considered(perspective: Perspective | null): Option | null {
  return perspective ? (perspective.choice.considered ?? perspective.choice.ready) : null
}
