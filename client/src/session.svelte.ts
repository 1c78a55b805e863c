/** The session: who I am, my language, the installed games, and the connection to the server. */
import { preferences } from './preferences.svelte'
import { api } from './protocol/api'
import { Connection, type Status } from './protocol/connection'
import { problemOf } from './protocol/refusal'
import type { ChangeMe, GameInfo, Me, Problem } from './protocol/types'
import { toasts } from './ui/toasts.svelte'
import { type Catalogue, Words } from './words/words'

export const LANGUAGES = ['en', 'fr'] as const
const BANNED = 'guest.banned'

function firstLanguage(): string {
  const wanted = [preferences.lang, ...navigator.languages].map((lang) => lang.slice(0, 2))
  return wanted.find((lang) => LANGUAGES.some((known) => known === lang)) ?? 'en'
}

class Session {
  me = $state.raw<Me | null>(null)
  games = $state.raw<readonly GameInfo[]>([])
  words = $state.raw(new Words(firstLanguage(), FIRST_WORDS[firstLanguage()] ?? {}))
  status = $state<Status>('connecting')
  /** Whether this server has the documentation. */
  docs = $state(false)
  /** Set when the first requests failed. */
  problem = $state.raw<Problem | null>(null)
  readonly connection = new Connection(
    () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`),
  )
  private catalogues = new Map<string, Promise<Catalogue>>()

  lang = $derived(this.words.lang)
  ready = $derived(this.me !== null)

  async start(): Promise<void> {
    this.problem = null
    this.connection.onstatus = (status) => (this.status = status)
    this.connection.onwelcome = (welcome) => (this.docs = welcome.docs ?? false)
    this.connection.onunknown = () => this.loadMe()
    this.connection.onended = () => this.ended()
    addEventListener('offline', () => this.connection.offline())
    addEventListener('online', () => this.connection.wake())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.connection.wake()
    })
    try {
      const guess = firstLanguage()
      const [me, games] = await Promise.all([api.me(), api.games(), this.loadWords(guess)])
      if (me.lang !== guess) await (preferences.lang === '' ? this.loadWords(me.lang) : this.change({ lang: guess }))
      this.games = games
      this.me = this.me ?? me
      this.connection.start()
    } catch (thrown) {
      this.problem = problemOf(thrown)
    }
  }

  game(key: string): GameInfo | null {
    return this.games.find((game) => game.key === key) ?? null
  }

  /** Change the language at once, everywhere, and remember it. */
  async switchLanguage(lang: string): Promise<void> {
    try {
      await this.loadWords(lang)
      preferences.set({ lang })
      await this.change({ lang })
    } catch (thrown) {
      this.showError(thrown)
    }
  }

  async change(change: ChangeMe): Promise<void> {
    this.me = await api.changeMe(change)
  }

  /** End my sessions on every device; this browser goes on with a new one. */
  async signOutEverywhere(): Promise<void> {
    await this.withoutConnection(async () => {
      this.me = await api.signOutEverywhere({})
    })
  }

  /** Erase me; this browser then becomes a new guest. */
  async erase(): Promise<void> {
    await this.withoutConnection(async () => {
      await api.eraseMe()
      this.me = await api.me()
    })
  }

  /** Run `work` without a connection, because the server is going to close it. */
  private async withoutConnection(work: () => Promise<void>): Promise<void> {
    this.connection.stop()
    try {
      await work()
    } finally {
      this.connection.start()
    }
  }

  /** Load who I am; a guest who is banned sees nothing but why. */
  private async loadMe(): Promise<void> {
    try {
      this.me = await api.me()
      this.problem = null
    } catch (thrown) {
      const problem = problemOf(thrown)
      if (problem.key !== BANNED) return this.showError(thrown)
      this.me = null
      this.problem = problem
    }
  }

  /** Load who I am after my session was ended on another device or in another tab of this browser. */
  private async ended(): Promise<void> {
    const before = this.me
    await this.loadMe()
    if (!this.me) return
    if (before && this.me.name === before.name && this.me.colour === before.colour) return
    toasts.say(this.words.say('ui.session.ended', { name: this.me.name }))
  }

  /** Return the catalogue of a language, with a game's words in it; each is fetched once. */
  catalogue(lang: string, game?: string, edition?: string): Promise<Catalogue> {
    const key = `${lang}/${game ?? ''}/${edition ?? ''}`
    let asked = this.catalogues.get(key)
    if (!asked) {
      asked = api.words(lang, game, edition)
      asked.catch(() => this.catalogues.delete(key))
      this.catalogues.set(key, asked)
    }
    return asked
  }

  /** Show an error as a toast. */
  showError(thrown: unknown, words: Words = this.words): void {
    if (!(thrown instanceof Error)) return
    toasts.say(words.error(problemOf(thrown)), 'bad')
  }

  private async loadWords(lang: string): Promise<void> {
    this.words = new Words(lang, await this.catalogue(lang))
    document.documentElement.lang = lang
  }
}

export const session = new Session()
