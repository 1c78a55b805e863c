/** Where rounds begin, for the scrubber: moments from 0 to the last one. */
import type { Entry } from '../table/log'

export interface RoundMark {
  moment: number
  round: number
}

/** A game tells its rounds, or counts them with its turns; else a round begins with the turn of the first seat. */
export function rounds(log: readonly Entry[]): RoundMark[] {
  const told = log.filter((entry) => entry.told !== null)
  const named = (event: string) => told.filter((entry) => entry.told?.args.event === event)
  const began = named('round_began')
  const turns = named('turn_began')
  const found = began.length > 0 ? began : counted(turns)
  return found.map(({ moment, told }, index) => ({ moment, round: Number(told?.args.round ?? index + 1) }))
}

function counted(turns: readonly Entry[]): Entry[] {
  const [first] = turns
  if (first?.told?.args.round === undefined) {
    return turns.filter((turn) => turn.told?.args.seat === first?.told?.args.seat)
  }
  return turns.filter((turn, index) => turn.told?.args.round !== turns[index - 1]?.told?.args.round)
}
