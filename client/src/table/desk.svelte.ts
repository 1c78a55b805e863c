/** What lies open on the reader's own desk: which panel, which dialog, at which rule. */
export type Tab = 'table' | 'goal' | 'log' | 'rules' | 'chat'
export type Sheet =
  'settings' | 'shortcuts' | 'orders' | 'notes' | 'hint' | 'invite' | 'known' | 'close' | 'people' | null

export class Desk {
  /** On a phone one of these fills the screen; on a larger one, log, rules and chat share a panel. */
  tab = $state<Tab>('table')
  sheet = $state<Sheet>(null)
  /** Whom the host pointed at before the list of people: a seat, or the handle of a spectator. */
  about = $state('')
  /** The rule at which the rules lie open. */
  rule = $state('')
  /** The end of the game lies in the middle instead of the board. */
  end = $state(true)
  /** The guided first game is running. */
  guided = $state(false)
  /** How many lines of chat were seen. */
  private seen = $state(0)
  private spoken = $state(0)

  panel = $derived(this.tab === 'rules' || this.tab === 'chat' ? this.tab : 'log')
  unread = $derived(this.tab === 'chat' ? 0 : Math.max(0, this.spoken - this.seen))

  show(tab: Tab): void {
    this.tab = this.tab === tab && tab !== 'log' ? 'table' : tab
    if (this.tab === 'chat') this.seen = this.spoken
  }

  showPeople(about = ''): void {
    this.about = about
    this.sheet = 'people'
  }

  guide(): void {
    this.guided = true
    this.tab = 'table'
  }

  openRule(rule: string): void {
    this.rule = rule
    this.tab = 'rules'
  }

  /** The chat has so many lines now; those from before I came count as seen. */
  heard(lines: number, before: number): void {
    this.spoken = lines
    this.seen = this.tab === 'chat' ? lines : Math.max(this.seen, before)
  }
}
