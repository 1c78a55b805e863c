/** Tasks of objectives and titles of cards in words. */
import type { Words } from '../../words/words'
import { short } from './band'
import type { Objective, RiffCard } from './printed'
import type { View } from './view'

export function taskOf(words: Words, objective: Objective): string {
  return words.say(`task.${objective.task}`, {
    personage: objective.personage ? words.say(`personage.${objective.personage}`) : '',
    places: objective.places.map((place) => words.say(`place.${place}`)).join(', '),
  })
}

/** The task in three words. `stage`: how many of its places have been visited. */
export function briefly(words: Words, objective: Objective, stage: number): string {
  const next = objective.places[Math.min(stage, objective.places.length - 1)]
  return words.say(`board.brief.${objective.task}`, {
    personage: objective.personage ? short(words, objective.personage) : '',
    place: next ? words.say(`place.${next}`) : '',
  })
}

/** Where the personage is that a task needs. */
export function whereabouts(words: Words, view: View, personage: string, seat: number | null): string {
  const carrier = view.players.find((one) => one.booth.includes(personage))
  const place = view.places.find((one) => (one.personages ?? []).includes(personage))
  return words.say('board.whereabouts', {
    personage: short(words, personage),
    state: carrier ? (carrier.seat === seat ? 'mine' : 'theirs') : 'place',
    where: carrier ? words.say(`character.${carrier.who}`) : place ? words.say(`place.${place.place}`) : '',
  })
}

/** What a Riff card is called: its place, its numbers, or what it is about. */
export function cardTitle(words: Words, card: RiffCard): string {
  if (card.place) return words.say(`place.${card.place}`)
  if (card.numbers.length > 0) return words.say('board.numbers', { numbers: card.numbers.join(' ') })
  return words.say(`board.card.${card.sections[0]?.options[0]?.[0]?.verb ?? 'raise'}`)
}
