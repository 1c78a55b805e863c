/** Why something was not done: a key of the words (`error.<key>`) and what goes into them. */
import type { Problem } from './types'

export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 0,
  ) {
    super(problem.key)
  }
}

/** What to tell the reader about anything that was thrown. */
export function problemOf(thrown: unknown): Problem {
  return thrown instanceof Refusal ? thrown.problem : { key: 'ui.first.unexpected' }
}
