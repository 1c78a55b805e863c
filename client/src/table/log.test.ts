import { describe, expect, it } from 'vitest'

import { actorOf, entriesOf, entry, joined, movedOn, withUndo } from './log'

const told = (name: string) => ({ key: `event.${name}`, args: {} })

describe('the log', () => {
  const story = entriesOf({
    moments: [
      { moment: 1, events: [told('a'), told('b')] },
      { moment: 2, events: [told('c')] },
    ],
  })

  it('goes on live where the story ends, without telling anything twice', () => {
    const live = [entry(2, told('c')), entry(3, told('d'))]
    expect(joined(story, live).map((one) => one.told?.key)).toEqual(['event.a', 'event.b', 'event.c', 'event.d'])
  })

  it('forgets what followed from an answer that was taken back, and says so', () => {
    const after = withUndo(story, 1, 0)
    expect(after.map((one) => one.told?.key ?? one.undone)).toEqual(['event.a', 'event.b', 0])
  })

  it('says for which seat the table moves on', () => {
    const line = movedOn(3, 1)
    expect([line.moment, line.told, line.undone, line.movedOn]).toEqual([3, null, null, 1])
  })

  it('knows whose doing an event was, by seat or by part', () => {
    const view = { players: [{ who: 'ted' }, { who: 'bill' }] }
    expect(actorOf({ key: 'x', args: { seat: 2 } }, null)).toBe(2)
    expect(actorOf({ key: 'x', args: { who: 'bill' } }, view)).toBe(1)
    expect(actorOf({ key: 'x', args: {} }, view)).toBe(null)
  })
})
