/** BLAKE2b (RFC 7693) with a personalization, for checking what a table promised before the first card was dealt. */
const MASK = (1n << 64n) - 1n
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const
const ROUNDS = 12
const BLOCK = 128
/** Which words a round mixes: the four columns, then the four diagonals. */
const MIXED = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

const turned = (word: bigint, by: bigint) => ((word >> by) | (word << (64n - by))) & MASK

export function blake2b(message: Uint8Array, size: number, person = ''): Uint8Array {
  const settings = new Uint8Array(64)
  settings.set([size, 0, 1, 1])
  settings.set(new TextEncoder().encode(person).slice(0, 16), 48)
  const state = words(settings).map((word, index) => word ^ (IV[index] ?? 0n))
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK))
  for (let index = 0; index < blocks; index++) {
    const block = new Uint8Array(BLOCK)
    block.set(message.subarray(index * BLOCK, (index + 1) * BLOCK))
    const last = index === blocks - 1
    compress(state, words(block), BigInt(last ? message.length : (index + 1) * BLOCK), last)
  }
  const digest = new Uint8Array(64)
  state.forEach((word, index) => new DataView(digest.buffer).setBigUint64(index * 8, word, true))
  return digest.slice(0, size)
}

function compress(state: bigint[], block: readonly bigint[], count: bigint, last: boolean): void {
  const work = [...state, ...IV]
  work[12] = at(work, 12) ^ count
  if (last) work[14] = at(work, 14) ^ MASK
  for (let round = 0; round < ROUNDS; round++) {
    const order = SIGMA[round % 10] ?? SIGMA[0]
    MIXED.forEach((places, step) => {
      mix(work, places, at(block, order[2 * step] ?? 0), at(block, order[2 * step + 1] ?? 0))
    })
  }
  for (let index = 0; index < 8; index++) state[index] = at(state, index) ^ at(work, index) ^ at(work, index + 8)
}

function mix(work: bigint[], [a, b, c, d]: readonly [number, number, number, number], x: bigint, y: bigint): void {
  work[a] = (at(work, a) + at(work, b) + x) & MASK
  work[d] = turned(at(work, d) ^ at(work, a), 32n)
  work[c] = (at(work, c) + at(work, d)) & MASK
  work[b] = turned(at(work, b) ^ at(work, c), 24n)
  work[a] = (at(work, a) + at(work, b) + y) & MASK
  work[d] = turned(at(work, d) ^ at(work, a), 16n)
  work[c] = (at(work, c) + at(work, d)) & MASK
  work[b] = turned(at(work, b) ^ at(work, c), 63n)
}

function words(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 8 }, (_, index) => view.getBigUint64(index * 8, true))
}

function at(words: readonly bigint[], index: number): bigint {
  return words[index] ?? 0n
}
