/** Sentences for the page: with a capital, and with the names in them marked. */
import type { Told } from '../protocol/types'
import type { Words } from './words'

export interface Part {
  text: string
  name: boolean
}

// Private-use characters that occur in no catalogue and in no player's name.
const OPEN = '\uE000'
const CLOSE = '\uE001'

export function capital(text: string, lang: string): string {
  const at = text.search(/[\p{L}\p{N}]/u)
  if (at < 0) return text
  const first = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return text.slice(0, at) + first.toLocaleUpperCase(lang) + text.slice(at + first.length)
}

export function sentence(words: Words, told: Told): string {
  return capital(words.told(told), words.lang)
}

/** Split a sentence into its names and the text between them. */
export function parts(words: Words, told: Told): Part[] {
  const named = words.named(told.args)
  for (const [field, value] of Object.entries(named)) {
    if (typeof value === 'string' && value !== told.args[field] && value !== '') named[field] = OPEN + value + CLOSE
  }
  return capital(words.say(told.key, named), words.lang)
    .split(OPEN)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, name: false }]
      const [name = '', rest = ''] = piece.split(CLOSE)
      return [
        { text: name, name: true },
        { text: rest, name: false },
      ]
    })
    .filter((part) => part.text !== '')
}
