/** What is open on the table page: which panel, which dialog, which rule. */
export type Tab = 'table' | 'goal' | 'log' | 'rules' | 'chat'
export type Sheet =
  'settings' | 'shortcuts' | 'orders' | 'notes' | 'hint' | 'invite' | 'known' | 'close' | 'hand_over' | 'people' | null

export class UiState {
  /** On a phone one of these fills the screen; on a larger one, log, rules and chat share a panel. */
  tab = $state<Tab>('table')
  sheet = $state<Sheet>(null)
  /** Whom the host wants to mute or remove: a seat, or the handle of a spectator. */
  about = $state('')
  /** The rule to scroll to. */
  rule = $state('')
  /** The end screen is shown instead of the board. */
  end = $state(true)
  /** The tutorial is running. */
  guided = $state(false)
  /** How many chat lines the reader has seen. */
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

  /** Count the chat lines; those from before I came count as seen. */
  heard(lines: number, before: number): void {
    this.spoken = lines
    this.seen = this.tab === 'chat' ? lines : Math.max(this.seen, before)
  }
}
