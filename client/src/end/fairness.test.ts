import { describe, expect, it } from 'vitest'

import { blake2b } from './blake2b'
import { commitment, judge } from './fairness'

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

  it('covers the whole game when the seed is the one that was promised', () => {
    expect(judge(record, promised, true)).toBe('whole')
  })

  it('fails when another seed is shown', () => {
    const other = record.replace(`"seed":"${seed}"`, `"seed":"${'11'.repeat(32)}"`)
    expect(judge(other, promised, true)).toBe('broken')
    expect(judge(other, promised, false, true)).toBe('broken')
  })

  it('fails when the record is not of this table', () => {
    expect(judge(record, 'ff', true)).toBe('broken')
  })

  it('fails when nothing was promised', () => {
    expect(judge('{"timebooth":1}\n', promised, true)).toBe('broken')
  })

  describe('of a game that goes on from another one', () => {
    const mine = '22'.repeat(32)
    const fork = (shown: string | null) => ({ after: 0, commitment: commitment(mine), seed: shown })
    const told = (more: object) => `${JSON.stringify({ timebooth: 1, commitment: promised, seed, ...more })}\n`

    it('covers what came after the fork, never the deal', () => {
      expect(judge(told({ forks: [fork(mine)] }), commitment(mine), false)).toBe('after_fork')
    })

    it('fails when the seed of the fork is missing or another one', () => {
      expect(judge(told({ forks: [fork(null)] }), commitment(mine), false)).toBe('broken')
      expect(judge(told({ forks: [fork(seed)] }), commitment(mine), false)).toBe('broken')
    })

    it('fails when only the other game kept its promise', () => {
      expect(judge(told({ forks: [fork(mine)] }), promised, false)).toBe('broken')
    })

    it('covers what came after a position that was imagined', () => {
      expect(judge(told({ position: { a: 1 } }), promised, false)).toBe('after_position')
    })

    it('covers nothing of a game that was played elsewhere', () => {
      expect(judge(told({}), commitment(mine), false, true)).toBe('elsewhere')
      expect(judge('{"timebooth":1,"seed":"7"}\n', commitment(mine), false, true)).toBe('elsewhere')
    })

    it('is never whole', () => {
      expect(judge(told({}), promised, false)).toBe('broken')
    })
  })
})
