/** One WebSocket for the whole tab. Calls are numbered and get one reply each; whatever was clicked while the line was
    down is kept and sent again with the same command, so it is done once; every stream goes on after the last number
    that it told. */
import { commandId } from './ids'
import { Refusal } from './refusal'
import type {
  Act,
  AskCoach,
  Coached,
  Done,
  Estimate,
  Goodbye,
  Here,
  Hint,
  Hinted,
  LeaveLobby,
  Listen,
  LobbyChanged,
  LobbyShown,
  Message,
  Option,
  OwnTables,
  Ping,
  Project,
  Projected,
  PublicTables,
  Refused,
  StopListening,
  StreamEnded,
  Tell,
  WatchLobby,
  Welcome,
} from './types'

type Call = WatchLobby | LeaveLobby | Listen | StopListening | Act | Project | Hint | AskCoach | Ping
export type LobbyNews = LobbyShown | PublicTables | OwnTables
type Reply = Done | Refused | Projected | Hinted | Coached
type Said = Reply | Welcome | Tell | StreamEnded | Here | LobbyNews | LobbyChanged | Goodbye
// `Omit` on a union would keep the common fields only.
type Numbered<Each> = Each extends unknown ? Omit<Each, 'id'> : never
type Unsent = Numbered<Call>
export type Action = Act['action']

/** connecting: for the first time · open · lost: trying again · crowded: the same, too many windows are open in this
    network · elsewhere: another tab took over. */
export type Status = 'connecting' | 'open' | 'lost' | 'crowded' | 'elsewhere'

export interface Hearer {
  /** A number of the stream; `fresh` when it is a snapshot that replaces all before. */
  message(message: Message, fresh: boolean): void
  here?(here: Here): void
  refused?(refusal: Refusal): void
}

export interface LobbyWatcher {
  news(news: LobbyNews): void
  refused?(refusal: Refusal): void
}

interface Stream {
  table: string
  seat: number | null
  invitation: string
  hearer: Hearer
  last: number | null
  fresh: boolean
}

interface Pending {
  call: Unsent
  /** Kept over a lost connection. */
  kept: boolean
  done: (reply: Exclude<Reply, Refused>) => void
  failed: (refusal: Refusal) => void
}

export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent<string>) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  onerror: ((event: Event) => void) | null
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
const NO_COOKIE = 4401
const TOO_MANY = 4429
/** Over so many milliseconds, pages that have to look at the lobby again spread their calls. */
const LOOK_AGAIN_WITHIN = 2000

export class Connection {
  status: Status = 'connecting'
  onstatus: (status: Status) => void = () => undefined
  onwelcome: (welcome: Welcome) => void = () => undefined
  /** Called before reconnecting when the server did not know us. */
  onunknown: () => Promise<void> = () => Promise.resolve()

  /** Called before reconnecting when the session was ended, here or on another device. */
  onended: () => Promise<void> = () => Promise.resolve()

  private socket: SocketLike | null = null
  private welcomed = false
  private next = 1
  private pending = new Map<number, Pending>()
  private unsent: Pending[] = []
  private streams = new Map<string, Stream>()
  private lobby: LobbyWatcher | null = null
  private lookAgain: ReturnType<typeof setTimeout> | null = null
  private fails = 0
  private retry: ReturnType<typeof setTimeout> | null = null
  private beat: ReturnType<typeof setInterval> | null = null
  private heard = 0

  constructor(private readonly make: () => SocketLike) {}

  start(): void {
    if (this.socket || this.status === 'elsewhere') return
    if (this.retry) clearTimeout(this.retry)
    this.retry = null
    const socket = this.make()
    this.socket = socket
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data) as Said)
    socket.onclose = (event) => socket === this.socket && this.lose(event.code)
    // A socket that the page's CSP forbids reports an error and never closes.
    socket.onerror = () => socket === this.socket && this.lose()
  }

  /** Reconnect at once: the network is back, or the page is visible again. */
  wake(): void {
    if (this.status === 'elsewhere') this.setStatus('lost')
    if (!this.socket) this.start()
    else if (this.welcomed) this.ping()
  }

  /** The browser says that there is no network: do not wait until a heartbeat is missed. */
  offline(): void {
    if (this.welcomed) this.cut()
  }

  stop(): void {
    const socket = this.socket
    this.drop()
    if (this.retry) clearTimeout(this.retry)
    this.retry = null
    socket?.close()
  }

  listen(table: string, seat: number | null, invitation: string, hearer: Hearer): () => void {
    const key = streamKey(table, seat)
    const stream: Stream = { table, seat, invitation, hearer, last: null, fresh: true }
    this.streams.set(key, stream)
    if (this.welcomed) this.hearStream(stream)
    return () => {
      if (this.streams.get(key) !== stream) return
      this.streams.delete(key)
      if (this.welcomed) void this.call({ type: 'stop', table, seat }).catch(() => undefined)
    }
  }

  /** Show the lobby to a watcher, and then what changes in it; return a function that ends this. */
  watchLobby(watcher: LobbyWatcher): () => void {
    this.lobby = watcher
    if (this.welcomed) this.showLobby()
    return () => {
      if (this.lobby !== watcher) return
      this.lobby = null
      if (this.welcomed) void this.call({ type: 'leave_lobby' }).catch(() => undefined)
    }
  }

  private showLobby(): void {
    const watcher = this.lobby
    this.lookAgain = null
    if (!watcher || !this.welcomed) return
    this.call({ type: 'watch_lobby' }).catch((refusal: Refusal) => {
      if (!this.welcomed || this.lobby !== watcher) return
      watcher.refused?.(refusal)
      this.lookAgain ??= setTimeout(() => this.showLobby(), LONGEST_WAIT)
    })
  }

  /** Resolve when the command is stored; a lost connection only delays it. */
  async act(table: string, action: Action): Promise<void> {
    await this.call({ type: 'act', table, command: commandId(), action }, true)
  }

  async project(table: string, seat: number, moment: number, answer: Option['answer']): Promise<Projected | null> {
    const reply = await this.call({ type: 'project', table, seat, moment, answer })
    return reply.type === 'projected' ? reply : null
  }

  async hint(table: string, seat: number): Promise<readonly Estimate[]> {
    const reply = await this.call({ type: 'hint', table, seat })
    return reply.type === 'hinted' ? reply.estimates : []
  }

  /** Ask whether an answer gives away a lot. */
  async askCoach(table: string, seat: number, moment: number, answer: Option['answer']): Promise<Coached | null> {
    const reply = await this.call({ type: 'ask_coach', table, seat, moment, answer })
    return reply.type === 'coached' ? reply : null
  }

  /** Commands that wait for the connection to come back. */
  get waiting(): number {
    return this.unsent.length + [...this.pending.values()].filter((one) => one.kept).length
  }

  private call(call: Unsent, kept = false): Promise<Exclude<Reply, Refused>> {
    return new Promise((done, failed) => {
      const pending = { call, kept, done, failed }
      if (this.welcomed) this.send(pending)
      else if (kept) this.unsent.push(pending)
      else failed(new Refusal({ key: 'ui.first.unreachable' }))
    })
  }

  private send(pending: Pending): void {
    const id = this.next++
    this.pending.set(id, pending)
    this.socket?.send(JSON.stringify({ ...pending.call, id }))
  }

  private hearStream(stream: Stream): void {
    const { table, seat, invitation, last } = stream
    stream.fresh = last === null
    this.call({ type: 'listen', table, seat, invitation, ...(last === null ? {} : { after: last }) }).catch(
      (refusal: Refusal) => {
        if (!this.welcomed) return
        if (last === null) return stream.hearer.refused?.(refusal)
        stream.last = null
        this.hearStream(stream)
      },
    )
  }

  private hear(said: Said): void {
    this.heard = Date.now()
    switch (said.type) {
      case 'welcome':
        return this.welcome(said)
      case 'tell':
        return this.tell(said)
      case 'stream_ended':
        return this.endStream(said)
      case 'here':
        for (const stream of this.streams.values()) if (stream.table === said.table) stream.hearer.here?.(said)
        return
      case 'lobby_shown':
      case 'public_tables':
      case 'own_tables':
        return this.lobby?.news(said)
      case 'lobby_changed':
        this.lookAgain ??= setTimeout(() => this.showLobby(), LOOK_AGAIN_WITHIN * Math.random())
        return
      case 'goodbye':
        return this.goodbye(said)
      default:
        return this.reply(said)
    }
  }

  private welcome(welcome: Welcome): void {
    this.welcomed = true
    this.fails = 0
    this.setStatus('open')
    this.onwelcome(welcome)
    const every = Math.max(1, welcome.heartbeat) * 1000
    this.beat = setInterval(() => {
      if (Date.now() - this.heard > 2 * every) this.cut()
      else this.ping()
    }, every * 0.8)
    for (const stream of this.streams.values()) this.hearStream(stream)
    this.showLobby()
    const unsent = this.unsent
    this.unsent = []
    for (const pending of unsent) this.send(pending)
  }

  private tell({ table, seat, message }: Tell): void {
    const stream = this.streams.get(streamKey(table, seat ?? null))
    if (!stream) return
    const { fresh, last } = stream
    if (!fresh && last !== null) {
      if (message.number <= last) return
      if (message.number > last + 1) {
        stream.last = null
        return this.hearStream(stream)
      }
    }
    stream.last = message.number
    stream.fresh = false
    stream.hearer.message(message, fresh)
  }

  private endStream({ table, seat, key }: StreamEnded): void {
    const stream = this.streams.get(streamKey(table, seat ?? null))
    if (!stream) return
    this.streams.delete(streamKey(table, seat ?? null))
    stream.hearer.refused?.(new Refusal({ key }))
  }

  private reply(reply: Reply): void {
    const pending = reply.id === null ? undefined : this.pending.get(reply.id)
    if (!pending || reply.id === null) return
    this.pending.delete(reply.id)
    if (reply.type === 'refused') pending.failed(new Refusal({ key: reply.key, args: reply.args ?? {} }))
    else pending.done(reply)
  }

  private goodbye(goodbye: Goodbye): void {
    const socket = this.socket
    this.drop()
    socket?.close()
    if (goodbye.reason === 'elsewhere') return this.setStatus('elsewhere')
    const wait = goodbye.back_in == null ? null : goodbye.back_in * 1000
    if (goodbye.reason === 'signed_out' || goodbye.reason === 'erased') return this.end(wait ?? FIRST_WAIT)
    this.again(wait)
  }

  /** Wait a moment before loading who I am: this browser may be about to get a new session. */
  private end(wait: number): void {
    this.setStatus('lost')
    this.retry = setTimeout(() => void this.onended().finally(() => this.start()), wait)
  }

  private ping(): void {
    void this.call({ type: 'ping' }).catch(() => undefined)
  }

  private cut(): void {
    const socket = this.socket
    this.lose()
    socket?.close()
  }

  private lose(code = 0): void {
    this.drop()
    if (code === NO_COOKIE) void this.onunknown().finally(() => this.again(null))
    else this.again(null, code === TOO_MANY ? 'crowded' : 'lost')
  }

  /** Drop the socket; keep the commands, and let all other calls fail. */
  private drop(): void {
    this.socket = null
    this.welcomed = false
    if (this.beat) clearInterval(this.beat)
    this.beat = null
    if (this.lookAgain) clearTimeout(this.lookAgain)
    this.lookAgain = null
    const pending = [...this.pending.values()]
    this.pending.clear()
    this.unsent = [...pending.filter((one) => one.kept), ...this.unsent]
    for (const one of pending) if (!one.kept) one.failed(new Refusal({ key: 'ui.first.unreachable' }))
  }

  private again(wait: number | null, status: Status = 'lost'): void {
    if (this.status !== 'connecting' || this.fails > 0 || status === 'crowded') this.setStatus(status)
    if (this.retry) clearTimeout(this.retry)
    const patience = wait ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.fails) * (0.7 + 0.6 * Math.random())
    this.fails += 1
    this.retry = setTimeout(() => this.start(), patience)
  }

  private setStatus(status: Status): void {
    this.status = status
    this.onstatus(status)
  }
}

function streamKey(table: string, seat: number | null): string {
  return `${table}/${seat ?? ''}`
}
