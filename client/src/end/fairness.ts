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

interface Promised {
  seed?: string | null
  commitment?: string | null
}
interface Line extends Promised {
  forks?: readonly Promised[]
}

/** The hash of a seed, as the server makes it. */
export function commitment(seed: string): string {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return hex(blake2b(bytes, 32, 'timebooth.seal.1'))
}

/** What a finished record promised and what it shows: its own seed, and one for every timeline that it left. */
export function proofs(record: string): Proof[] {
  const lines = record
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
  const header = lines[0] ?? {}
  const seed = header.seed ?? lines.at(-1)?.seed
  return [{ seed, commitment: header.commitment }, ...(header.forks ?? [])].flatMap((one) =>
    one.seed && one.commitment ? [{ seed: one.seed, promised: one.commitment, found: commitment(one.seed) }] : [],
  )
}

/** Whether every promise was kept, and the one that this table made when it opened is among them. */
export function kept(all: readonly Proof[], published: string): boolean {
  return all.length > 0 && all.every((one) => one.promised === one.found) && all.some((one) => one.found === published)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
