/** A printed date, which may be a year or a month only, as the reader's language writes it. */
const PARTS: readonly Intl.DateTimeFormatOptions[] = [
  { year: 'numeric' },
  { year: 'numeric', month: 'long' },
  { year: 'numeric', month: 'long', day: 'numeric' },
]

export function spoken(date: string, lang: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const parts = PARTS[date.split('-').length - 1] ?? PARTS[0]
  return new Intl.DateTimeFormat(lang, { ...parts, timeZone: 'UTC' }).format(Date.UTC(year, month - 1, day))
}
