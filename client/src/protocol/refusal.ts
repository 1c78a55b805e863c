/** A refusal: a key of the catalogue (`error.<key>`) with its arguments. */
import type { Problem } from './types'

export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status = 0,
  ) {
    super(problem.key)
  }
}

/** Return what to tell the reader about a thrown value. */
export function problemOf(thrown: unknown): Problem {
  return thrown instanceof Refusal ? thrown.problem : { key: 'ui.first.unexpected' }
}
