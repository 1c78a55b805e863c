import { describe, expect, it } from 'vitest'

import { isAddress } from './passkey'

describe('a host', () => {
  it('is an IP address or a name', () => {
    expect(['127.0.0.1', '192.168.1.7', '[::1]'].map(isAddress)).toEqual([true, true, true])
    expect(['localhost', 'play.example', '4.example'].map(isAddress)).toEqual([false, false, false])
  })
})
