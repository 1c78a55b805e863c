/** Remembers what the card last drawn did, from the events that were told; after a reload nothing is known of it. */
import type { Told } from '../../protocol/types'

const DONE = ['pool_assembled', 'dice_rolled', 'turn_began', 'turn_ended']
const CHANGES = [
  'rift_raised',
  'rift_lowered',
  'rift_unfixed',
  'rift_fixed',
  'rise_ignored',
  'rift_overflowed',
  'personages_ejected',
]

export class Drawn {
  card = $state('')
  followed = $state.raw<readonly string[]>([])
  did = $state.raw<readonly Told[]>([])
  private open = false

  hear(told: Told): void {
    const { event, card, section } = told.args
    if (event === 'riff_card_drawn') {
      this.card = String(card)
      this.followed = ['main']
      this.did = []
      this.open = true
    } else if (DONE.includes(String(event))) this.open = false
    else if (this.open && event === 'section_followed') this.followed = [...this.followed, String(section)]
    else if (this.open && CHANGES.includes(String(event))) this.did = [...this.did, told]
  }
}
