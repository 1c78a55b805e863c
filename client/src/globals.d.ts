/** What is needed before the server's words are here (`ui.first.…`), by language; put in by the build. */
declare const FIRST_WORDS: Record<string, Record<string, string>>
