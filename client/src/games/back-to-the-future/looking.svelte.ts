/** What the player looks at, without choosing it: an event or a card is read out, a pile lies open. */
export type Pile = 'discard' | 'draw'

class Looking {
  /** A position of the TimeLine under the pointer or the keyboard. */
  at = $state<string | null>(null)
  /** A card or an item likewise. */
  card = $state<string | null>(null)
  /** A position that was tapped, where nothing hovers: it stays until another is. */
  kept = $state<string | null>(null)
  pile = $state<Pile | null>(null)

  /** Handlers for a thing that is read when pointed at. */
  over(thing: { at?: string; card?: string }) {
    this.at = thing.at ?? null
    this.card = thing.card ?? null
  }

  away() {
    this.at = null
    this.card = null
  }

  /** Forget everything: its elements leave the page, and they may be removed without a pointerleave or a blur. */
  forget() {
    this.away()
    this.kept = null
    this.pile = null
  }
}

export const looking = new Looking()
