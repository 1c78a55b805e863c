/** Texts that are needed before the catalogue is loaded (`ui.first.…`), by language; inserted by the build. */
declare const FIRST_WORDS: Record<string, Record<string, string>>
