/** The few texts that are needed when the server cannot be reached, from the same catalogues as all others. */
import { readFileSync } from 'node:fs'

const TEXT = new URL('../src/timebooth/server/text/', import.meta.url)

function first(lang: string): Record<string, string> {
  const said = JSON.parse(readFileSync(new URL(`${lang}.json`, TEXT), 'utf8')) as Record<string, string>
  return Object.fromEntries(Object.entries(said).filter(([key]) => /^(error\.)?ui\.first\./.test(key)))
}

export const FIRST_WORDS = JSON.stringify({ en: first('en'), fr: first('fr') })
