/** What the reader likes, kept in this browser: theme, speed of the show, sound, motion, the bots' level. */
import type { Me } from './protocol/types'

export type Theme = 'system' | 'dark' | 'light'
export type Speed = 'slow' | 'normal' | 'fast' | 'off'
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'off']

interface Kept {
  theme: Theme
  speed: Speed
  sound: boolean
  level: string
  lang: string
  /** Games whose guided first game was finished or skipped. */
  guided: readonly string[]
}

const FIRST: Kept = { theme: 'system', speed: 'normal', sound: false, level: 'regular', lang: '', guided: [] }
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
    this.dark.addEventListener('change', () => this.wear())
    this.still.addEventListener('change', () => (this.reduced = this.still.matches))
    this.wear()
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
  get level(): string {
    return this.kept.level
  }
  get lang(): string {
    return this.kept.lang
  }
  get guided(): readonly string[] {
    return this.kept.guided
  }
  /** Whether moving things move. */
  get motion(): boolean {
    return !this.reduced && this.speed !== 'off'
  }
  /** The theme that is worn, whoever chose it. */
  get worn(): 'dark' | 'light' {
    if (this.theme !== 'system') return this.theme
    return this.dark.matches ? 'dark' : 'light'
  }

  set(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change }
    this.wear()
    try {
      localStorage.setItem(STORE, JSON.stringify(this.kept))
    } catch {
      // A browser that keeps nothing: it lasts as long as the page.
    }
  }

  switchTheme(): void {
    this.set({ theme: this.worn === 'dark' ? 'light' : 'dark' })
  }

  private wear(): void {
    document.documentElement.dataset.theme = this.worn
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', this.worn === 'dark' ? '#090b19' : '#eceffa')
  }
}

export const preferences = new Preferences()
export type Lang = Me['lang']
