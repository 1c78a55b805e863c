import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Connection, type SocketLike } from './connection'
import { Refusal } from './refusal'
import type { Message } from './types'

type Sent = Record<string, unknown> & { id: number; type: string }

class FakeSocket implements SocketLike {
  sent: Sent[] = []
  closed = false
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null

  send(text: string) {
    this.sent.push(JSON.parse(text) as Sent)
  }
  close() {
    this.closed = true
  }
  say(said: object) {
    this.onmessage?.({ data: JSON.stringify(said) } as MessageEvent<string>)
  }
  welcome() {
    this.say({ type: 'welcome', version: '1', heartbeat: 20, me: { name: 'Jo', colour: 'p1', lang: 'en' } })
  }
  break(code = 1006) {
    this.onclose?.({ code } as CloseEvent)
  }
  of(type: string) {
    return this.sent.filter((call) => call.type === type)
  }
}

const leave = { type: 'leave', seat: 0 } as const
const message = (number: number): Message => ({ number, at: 0 })

describe('the line to the server', () => {
  let sockets: FakeSocket[]
  let line: Connection
  const socket = () => sockets[sockets.length - 1] as FakeSocket

  beforeEach(() => {
    vi.useFakeTimers()
    sockets = []
    line = new Connection(() => {
      const made = new FakeSocket()
      sockets.push(made)
      return made
    })
    line.start()
  })
  afterEach(() => {
    line.stop()
    vi.useRealTimers()
  })

  it('shows the lobby after every welcome, passes on what changes, and stops when nobody watches', () => {
    const news = vi.fn()
    const stop = line.watchLobby({ news })
    expect(socket().of('watch_lobby')).toHaveLength(0)
    socket().welcome()
    expect(socket().of('watch_lobby')).toHaveLength(1)
    const gone = { type: 'public_tables', changed: [], gone: ['t'] }
    socket().say(gone)
    expect(news).toHaveBeenLastCalledWith(gone)

    socket().break()
    vi.advanceTimersByTime(1000)
    socket().welcome()
    expect(sockets).toHaveLength(2)
    expect(socket().of('watch_lobby')).toHaveLength(1)

    stop()
    expect(socket().of('leave_lobby')).toHaveLength(1)
    socket().say(gone)
    expect(news).toHaveBeenCalledOnce()
  })

  it('looks at the lobby again once, a moment after the server lost track', () => {
    line.watchLobby({ news: vi.fn() })
    socket().welcome()
    socket().say({ type: 'lobby_changed' })
    socket().say({ type: 'lobby_changed' })
    expect(socket().of('watch_lobby')).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(socket().of('watch_lobby')).toHaveLength(2)
  })

  it('says why the lobby cannot be shown, and tries again', async () => {
    const refused = vi.fn()
    line.watchLobby({ news: vi.fn(), refused })
    socket().welcome()
    socket().say({ type: 'refused', id: socket().of('watch_lobby')[0]?.id, key: 'store.unreachable' })
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(15_000)
    expect(socket().of('watch_lobby')).toHaveLength(2)
  })

  it('asks who I am after my session was ended, and only then comes back', async () => {
    const ended = vi.fn(() => Promise.resolve())
    line.onended = ended
    socket().welcome()
    socket().say({ type: 'goodbye', reason: 'signed_out', back_in: 1 })
    expect(sockets[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(900)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(ended).toHaveBeenCalledOnce()
    expect(sockets).toHaveLength(2)
  })

  it('is lost as soon as the browser is offline, and sends what was clicked meanwhile once', () => {
    socket().welcome()
    line.offline()
    expect(line.status).toBe('lost')
    expect(sockets[0]?.closed).toBe(true)
    void line.act('t', leave)
    expect(sockets[0]?.of('act')).toHaveLength(0)
    line.wake()
    socket().welcome()
    expect(socket().of('act')).toHaveLength(1)
  })

  it('lets a stream that the server ends be refused, and does not ask for it again', () => {
    const refused: string[] = []
    socket().welcome()
    line.listen('t', null, '', {
      message: () => undefined,
      refused: (refusal) => refused.push(refusal.problem.key),
    })
    socket().say({ type: 'stream_ended', table: 't', seat: null, key: 'table.removed' })
    expect(refused).toEqual(['table.removed'])
    socket().break()
    vi.advanceTimersByTime(60_000)
    socket().welcome()
    expect(socket().of('listen')).toEqual([])
  })

  it('says that too many windows are open, and keeps trying', () => {
    socket().break(4429)
    expect(line.status).toBe('crowded')
    vi.advanceTimersByTime(60_000)
    socket().welcome()
    expect(line.status).toBe('open')
  })

  it('gives each call the reply with its number', async () => {
    socket().welcome()
    const first = line.act('t', leave)
    const second = line.act('t', leave)
    const [a, b] = socket().of('act')
    socket().say({ type: 'refused', id: b?.id, key: 'table.begun' })
    socket().say({ type: 'done', id: a?.id })
    await expect(first).resolves.toBeUndefined()
    await expect(second).rejects.toBeInstanceOf(Refusal)
  })

  it('keeps a click made while it is down and sends it once it is back', async () => {
    const done = line.act('t', leave)
    expect(line.waiting).toBe(1)
    socket().welcome()
    const [call] = socket().of('act')
    socket().say({ type: 'done', id: call?.id })
    await done
    expect(line.waiting).toBe(0)
  })

  it('sends an act that was not acknowledged again, with the same command', () => {
    socket().welcome()
    void line.act('t', leave)
    const before = socket().of('act')[0]
    socket().break()
    vi.advanceTimersByTime(2000)
    socket().welcome()
    const again = socket().of('act')[0]
    expect(sockets.length).toBe(2)
    expect(again?.command).toBe(before?.command)
    expect(again?.id).not.toBe(before?.id)
  })

  it('goes on with a stream after the last number that it heard', () => {
    const heard: [number, boolean][] = []
    line.listen('t', 1, '', { message: (one, fresh) => heard.push([one.number, fresh]) })
    socket().welcome()
    expect(socket().of('listen')[0]).not.toHaveProperty('after')
    socket().say({ type: 'tell', table: 't', seat: 1, message: message(7) })
    socket().say({ type: 'tell', table: 't', seat: 1, message: message(8) })
    socket().break()
    vi.advanceTimersByTime(2000)
    socket().welcome()
    expect(socket().of('listen')[0]).toMatchObject({ after: 8 })
    socket().say({ type: 'tell', table: 't', seat: 1, message: message(8) })
    socket().say({ type: 'tell', table: 't', seat: 1, message: message(9) })
    expect(heard).toEqual([
      [7, true],
      [8, false],
      [9, false],
    ])
  })

  it('asks for a snapshot when a number is missing', () => {
    const heard: number[] = []
    line.listen('t', null, '', { message: (one) => heard.push(one.number) })
    socket().welcome()
    socket().say({ type: 'tell', table: 't', seat: null, message: message(3) })
    socket().say({ type: 'tell', table: 't', seat: null, message: message(5) })
    expect(heard).toEqual([3])
    expect(socket().of('listen')).toHaveLength(2)
    expect(socket().of('listen')[1]).not.toHaveProperty('after')
  })

  it('asks anew when the server knows no such number', () => {
    line.listen('t', null, '', { message: () => undefined })
    socket().welcome()
    socket().say({ type: 'tell', table: 't', seat: null, message: message(3) })
    socket().break()
    vi.advanceTimersByTime(2000)
    socket().welcome()
    const refused = socket().of('listen')[0]
    socket().say({ type: 'refused', id: refused?.id, key: 'socket.no_such_number' })
    return vi.waitFor(() => expect(socket().of('listen')[1]).not.toHaveProperty('after'))
  })

  it('waits longer after each failure, and tries at once when woken', () => {
    socket().break()
    vi.advanceTimersByTime(1000)
    expect(sockets.length).toBe(2)
    socket().break()
    vi.advanceTimersByTime(500)
    expect(sockets.length).toBe(2)
    line.wake()
    expect(sockets.length).toBe(3)
  })

  it('takes an error without a close for a loss', () => {
    socket().welcome()
    socket().onerror?.(new Event('error'))
    expect(line.status).toBe('lost')
    vi.advanceTimersByTime(2000)
    expect(sockets.length).toBe(2)
  })

  it('pings, and cuts a line that has gone silent', () => {
    socket().welcome()
    vi.advanceTimersByTime(17_000)
    expect(socket().of('ping')).toHaveLength(1)
    const silent = socket()
    vi.advanceTimersByTime(60_000)
    expect(silent.closed).toBe(true)
    expect(sockets.length).toBeGreaterThan(1)
  })

  it('comes back when a stopping server said to', () => {
    socket().welcome()
    socket().say({ type: 'goodbye', reason: 'stopping', back_in: 3 })
    vi.advanceTimersByTime(2900)
    expect(sockets.length).toBe(1)
    vi.advanceTimersByTime(200)
    expect(sockets.length).toBe(2)
  })

  it('asks who it is before it tries again without a cookie', async () => {
    const asked = vi.fn(() => Promise.resolve())
    line.onunknown = asked
    socket().break(4401)
    await vi.advanceTimersByTimeAsync(2000)
    expect(asked).toHaveBeenCalledOnce()
    expect(sockets.length).toBe(2)
  })

  it('tells who listens why a stream is refused', async () => {
    const refused = vi.fn()
    line.listen('t', 0, '', { message: () => undefined, refused })
    socket().welcome()
    socket().say({ type: 'refused', id: socket().of('listen')[0]?.id, key: 'table.unknown' })
    await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce())
  })
})
