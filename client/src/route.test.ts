import { describe, expect, it } from 'vitest'

import { routeOf, tablePath } from './route'

const at = (path: string) => routeOf(new URL(path, 'http://localhost:8000'))

describe('an address', () => {
  it('of the root is the lobby', () => {
    expect(at('/')).toEqual({ page: 'lobby' })
  })

  it('of a table carries its invitation behind the hash', () => {
    expect(at('/t/k3x#let-me%20in')).toMatchObject({ page: 'table', table: 'k3x', invitation: 'let-me in' })
  })

  it('of a table may carry its invitation in the query, and a moment', () => {
    expect(at('/t/k3x?i=abc&m=12')).toMatchObject({ invitation: 'abc', moment: 12 })
  })

  it('of a table may ask for the television or for one seat', () => {
    expect(at('/t/k3x')).toMatchObject({ screen: 'table' })
    expect(at('/t/k3x/tv#abc')).toMatchObject({ table: 'k3x', screen: 'tv', invitation: 'abc' })
    expect(at(tablePath('k3x', 'abc', {}, 'seat'))).toMatchObject({ table: 'k3x', screen: 'seat', invitation: 'abc' })
    expect(at('/t/k3x/kitchen')).toEqual({ page: 'not_found' })
  })

  it('that we did not make leads nowhere', () => {
    expect(at('/wp-admin')).toEqual({ page: 'not_found' })
    expect(at('/t/')).toEqual({ page: 'not_found' })
  })

  it('is read as it was written', () => {
    expect(at(tablePath('k3x', 'a b', { m: '4' }))).toMatchObject({ table: 'k3x', invitation: 'a b', moment: 4 })
  })
})
