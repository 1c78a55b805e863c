/** What the answer that is being considered would do, asked of the server a moment after the pointer rests. */
import type { Connection } from '../protocol/connection'
import type { Option, Projected } from '../protocol/types'
import type { Eyes } from './eyes.svelte'

const REST = 70
const NOTHING: readonly never[] = []

export class Projection {
  private result = $state.raw<{ option: Option; projected: Projected | null } | null>(null)
  private known = new WeakMap<Option, Projected | null>()

  constructor(
    private readonly connection: Connection,
    private readonly eyes: () => Eyes | null,
  ) {}

  get events() {
    return this.current?.events ?? NOTHING
  }
  get preview() {
    return this.current?.preview ?? null
  }

  /** To be called in an effect: follows what is considered; returns how to stop. */
  follow(): (() => void) | undefined {
    const eyes = this.eyes()
    const option = considered(eyes)
    const moment = eyes?.scene?.moment
    if (!eyes || !option || eyes.seat === null || moment === undefined) {
      this.result = null
      return
    }
    const known = this.known.get(option)
    if (known !== undefined) {
      this.result = { option, projected: known }
      return
    }
    const seat = eyes.seat
    const timer = setTimeout(() => {
      this.connection
        .project(eyes.table, seat, moment, option.answer)
        .catch(() => null)
        .then((projected) => {
          this.known.set(option, projected)
          if (considered(this.eyes()) === option) this.result = { option, projected }
        })
    }, REST)
    return () => clearTimeout(timer)
  }

  private get current(): Projected | null {
    const result = this.result
    return result && result.option === considered(this.eyes()) ? result.projected : null
  }
}

function considered(eyes: Eyes | null): Option | null {
  return eyes ? (eyes.choice.considered ?? eyes.choice.ready) : null
}
