/** The gentle coach: before an answer is sent, ask the server whether it gives away a lot. Only against bots. */
import type { Connection } from '../protocol/connection'
import type { Option, Summary } from '../protocol/types'
import type { Perspective } from './perspective.svelte'

export interface Objection {
  option: Option
  moment: number
  /** Of winning, with the best answer. */
  chance: number
  /** Of winning, with this one. */
  left: number
}

export class Coaching {
  private found = $state.raw<Objection | null>(null)
  /** The coach is looking at an answer. */
  looking = $state(false)

  constructor(
    private readonly connection: Connection,
    private readonly perspective: () => Perspective | null,
  ) {}

  /** What the coach objects to, as long as the question is the same. */
  get objection(): Objection | null {
    return this.found && this.found.moment === this.perspective()?.scene?.moment ? this.found : null
  }

  dismiss(): void {
    this.found = null
  }

  /** Return whether the coach objects to an answer; a coach that has no time for it does not. */
  async objects(perspective: Perspective, option: Option): Promise<boolean> {
    const { seat, scene, table } = perspective
    if (seat === null || !scene || !worthAsking(perspective, option)) return false
    this.looking = true
    const said = await this.connection.askCoach(table, seat, scene.moment, option.answer).catch(() => null)
    this.looking = false
    if (said?.chance == null || said.left == null || perspective.scene?.moment !== scene.moment) return false
    this.found = { option, moment: scene.moment, chance: said.chance, left: said.left }
    return true
  }
}

/** Return whether one person plays against bots, or alone: nowhere else does the coach help. */
export function alone(summary: Summary | null, mine: readonly number[]): boolean {
  const people = summary?.chairs.filter(({ kind }) => kind === 'person').length
  return mine.length === 1 && people === 1 && summary?.status === 'running'
}

/** In a window the time runs, so only to pass is worth a question: its first option, which is what happens anyway if
    the time runs out meanwhile. The tutorial chooses by itself. */
function worthAsking({ choice }: Perspective, option: Option): boolean {
  const { ask, script } = choice
  if (!ask || ask.options.length < 2 || script.length > 0) return false
  return ask.question.shape !== 'react' || option === ask.options[0]
}
