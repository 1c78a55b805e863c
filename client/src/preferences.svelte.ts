/** The reader's preferences, stored in this browser: theme, animation speed, sound, language, the bots' level
    and remarks, the coach. */
import type { Me } from './protocol/types'

export type Theme = 'system' | 'dark' | 'light'
export type Speed = 'slow' | 'normal' | 'fast' | 'off'
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'off']

interface Kept {
  theme: Theme
  speed: Speed
  sound: boolean
  /** Whether the reader has said if they want sound. */
  soundAsked: boolean
  level: string
  lang: string
  /** Games whose tutorial was finished or skipped. */
  guided: readonly string[]
  /** Whether the reader has chosen a name, or said that they do not want to. */
  named: boolean
  /** Whether the coach warns before an answer that gives away a lot. */
  coach: boolean
  /** Whether bots say something now and then. */
  botRemarks: boolean
}

const FIRST: Kept = {
  theme: 'system',
  speed: 'normal',
  sound: false,
  soundAsked: false,
  level: 'regular',
  lang: '',
  guided: [],
  named: false,
  coach: false,
  botRemarks: true,
}
const STORE = 'timebooth'

function read(): Kept {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Kept>) }
  } catch {
    return FIRST
  }
}

class Preferences {
  private kept = $state.raw<Kept>(read())
  private dark = matchMedia('(prefers-color-scheme: dark)')
  private still = matchMedia('(prefers-reduced-motion: reduce)')
  reduced = $state(this.still.matches)

  constructor() {
    this.dark.addEventListener('change', () => this.applyTheme())
    this.still.addEventListener('change', () => (this.reduced = this.still.matches))
    // Changed in another tab.
    addEventListener('storage', (event) => {
      if (event.key !== STORE) return
      this.kept = read()
      this.applyTheme()
    })
    this.applyTheme()
  }

  get theme(): Theme {
    return this.kept.theme
  }
  get speed(): Speed {
    return this.kept.speed
  }
  get sound(): boolean {
    return this.kept.sound
  }
  get soundAsked(): boolean {
    return this.kept.soundAsked || this.kept.sound
  }
  get level(): string {
    return this.kept.level
  }
  get lang(): string {
    return this.kept.lang
  }
  get guided(): readonly string[] {
    return this.kept.guided
  }
  get named(): boolean {
    return this.kept.named
  }
  get coach(): boolean {
    return this.kept.coach
  }
  get botRemarks(): boolean {
    return this.kept.botRemarks
  }
  /** Whether to animate. */
  get motion(): boolean {
    return !this.reduced && this.speed !== 'off'
  }
  /** The theme that is shown, chosen by the reader or else by the system. */
  get activeTheme(): 'dark' | 'light' {
    if (this.theme !== 'system') return this.theme
    return this.dark.matches ? 'dark' : 'light'
  }

  set(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change }
    this.applyTheme()
    try {
      localStorage.setItem(STORE, JSON.stringify(this.kept))
    } catch {
      // Without storage, preferences last as long as the page.
    }
  }

  switchTheme(): void {
    this.set({ theme: this.activeTheme === 'dark' ? 'light' : 'dark' })
  }

  private applyTheme(): void {
    document.documentElement.dataset.theme = this.activeTheme
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', this.activeTheme === 'dark' ? '#090b19' : '#eceffa')
  }
}

export const preferences = new Preferences()
export type Lang = Me['lang']
