/** The fairness proof: a table publishes the hash of its seed before the first card is dealt, and the seed at the end.
    Whoever holds both can check here that no card and no die was chosen afterwards. */
import { blake2b } from './blake2b'

export interface Proof {
  /** The hash that the record was opened with. */
  promised: string
  /** The hash of the seed that it shows now. */
  found: string
  seed: string
}

/** What is proven: the whole game, only what came after a fork or after a position that was imagined, nothing because
    the game was played elsewhere; or that a promise was broken. */
export type Verdict = 'whole' | 'after_fork' | 'after_position' | 'elsewhere' | 'broken'

interface Promised {
  seed?: string | null
  commitment?: string | null
}
interface Line extends Promised {
  forks?: readonly (Promised & { after: number })[]
  position?: unknown
}

/** The hash of a seed, as the server makes it. */
export function commitment(seed: string): string {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return hex(blake2b(bytes, 32, 'timebooth.seal.1'))
}

/** What a finished record promised and what it shows: its own seed, and one for every timeline that it left. */
export function proofs(record: string): Proof[] {
  const lines = read(record)
  const header = lines[0] ?? {}
  const seed = header.seed ?? lines.at(-1)?.seed
  return [{ seed, commitment: header.commitment }, ...(header.forks ?? [])].flatMap((one) =>
    one.seed && one.commitment ? [{ seed: one.seed, promised: one.commitment, found: commitment(one.seed) }] : [],
  )
}

/** Judge a finished record by the hash that this table published when it opened. `fresh` says that the game was dealt
    here, `imported` that the record came from somewhere else. */
export function judge(record: string, published: string, fresh: boolean, imported = false): Verdict {
  const header = read(record)[0] ?? {}
  const all = proofs(record)
  if (all.some((one) => one.promised !== one.found)) return 'broken'
  const forks = header.forks ?? []
  const latest = forks.at(-1) ?? header
  const ours = latest.commitment === published && all.some((one) => one.found === published)
  if (!ours) return imported ? 'elsewhere' : 'broken'
  if (forks.length > 0) return 'after_fork'
  if (header.position) return 'after_position'
  return fresh ? 'whole' : 'broken'
}

function read(record: string): Line[] {
  return record
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
