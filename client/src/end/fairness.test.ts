import { describe, expect, it } from 'vitest'

import { blake2b } from './blake2b'
import { commitment, kept, proofs } from './fairness'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const SEAL = 'timebooth.seal.1'

describe('BLAKE2b', () => {
  it('gives what Python gives', () => {
    const text = new TextEncoder()
    expect(hex(blake2b(text.encode(''), 32, SEAL))).toBe(
      'e6f46578664d79402c2d894c7044a383ad916b2cf73f2ffee8eb00f0bd4d7824',
    )
    expect(hex(blake2b(text.encode('abc'), 32, SEAL))).toBe(
      '6566ee112fdded41a6b4f11bac595b4e0b472682501af093e8d5b397c21b51ee',
    )
  })

  it('gives the same for a message of a whole block, and of more', () => {
    expect(hex(blake2b(new Uint8Array(128), 32, SEAL))).toBe(
      '96389da4fb31f284c3432bcfe0132a67518943b415918b58e2cf6609f8199201',
    )
    expect(
      hex(
        blake2b(
          Uint8Array.from({ length: 200 }, (_, index) => index),
          32,
          SEAL,
        ),
      ),
    ).toBe('9483c93cea44970937c198dc2eef4de862165b9e93cf99897212fae247f78d84')
  })
})

describe('a fairness proof', () => {
  const seed = '00'.repeat(32)
  const promised = commitment(seed)
  const record = `{"timebooth":1,"commitment":"${promised}"}\n{"seat":0}\n{"outcome":{},"seed":"${seed}"}\n`

  it('holds when the seed is the one that was promised', () => {
    expect(kept(proofs(record), promised)).toBe(true)
  })

  it('fails when another seed is shown', () => {
    expect(kept(proofs(record.replace(`"seed":"${seed}"`, `"seed":"${'11'.repeat(32)}"`)), promised)).toBe(false)
  })

  it('fails when the record is not of this table', () => {
    expect(kept(proofs(record), 'ff')).toBe(false)
  })

  it('fails when nothing was promised', () => {
    expect(kept(proofs('{"timebooth":1}\n'), promised)).toBe(false)
  })
})
