/** Faces of bots: the mouth and the mark on the forehead are the bot's own, by its name; the eyes tell its level. */

/** One face, as strokes (`lines`) and dots on a grid of 40 whose middle is the middle of the face. */
export interface Face {
  lines: readonly string[]
  dots: readonly { x: number; y: number; r: number }[]
}

const MOUTHS = [
  'M14 26.500q6 5.500 12 0', // smiles
  'M14.500 27.500h11', // keeps a straight face
  'M17.200 28a2.800 2.800 0 1 0 5.600 0a2.800 2.800 0 1 0-5.600 0', // is amazed
  'M13.500 27.500l2.600-2.500 2.600 2.500 2.600-2.500 2.600 2.500 2.600-2.500', // shows its teeth
  'M14.500 28q7 1.500 11-3', // grins on one side
] as const

const FOREHEADS: readonly (Face['dots'][number] | null)[] = [null, { x: 20, y: 10.5, r: 1.7 }, { x: 29, y: 24, r: 1.5 }]

const round = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0${-2 * r} 0`
const LEFT = 13.5
const RIGHT = 26.5
const HIGH = 18
const pupils = (r: number, y = HIGH) => [LEFT, RIGHT].map((x) => ({ x, y, r }))

/** The eyes of each level: wide open, half asleep, calm, behind glasses, under a frown. */
const EYES: Readonly<Record<string, Face>> = {
  novice: { lines: [round(LEFT, HIGH, 3.8), round(RIGHT, HIGH, 3.8)], dots: pupils(1.3, HIGH - 1) },
  casual: { lines: [`M${LEFT - 3.5} ${HIGH}q3.500 3.500 7 0`, `M${RIGHT - 3.5} ${HIGH}q3.500 3.500 7 0`], dots: [] },
  regular: { lines: [], dots: pupils(2.5) },
  expert: {
    lines: [round(LEFT, HIGH, 4.6), round(RIGHT, HIGH, 4.6), `M${LEFT + 4.6} ${HIGH - 1}h${RIGHT - LEFT - 9.2}`],
    dots: pupils(1.8),
  },
  merciless: {
    lines: [`M${LEFT - 4} 12.500l7.500 3.500`, `M${RIGHT + 4} 12.500l-7.500 3.500`],
    dots: pupils(2.2, HIGH + 1.5),
  },
}

/** A number that a text always gives, spread evenly (FNV-1a). */
export function hash(text: string): number {
  let found = 2166136261
  for (const letter of text) found = Math.imul(found ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (found ^ (found >>> 15)) >>> 0
}

/** Return the face of a bot: always the same for a name and a level. */
export function faceOf(name: string, level: string): Face {
  const own = hash(name)
  const eyes = EYES[level] ?? EYES.regular
  const mouth = MOUTHS[own % MOUTHS.length] ?? MOUTHS[0]
  const forehead = FOREHEADS[Math.floor(own / MOUTHS.length) % FOREHEADS.length]
  return { lines: [...(eyes?.lines ?? []), mouth], dots: [...(eyes?.dots ?? []), ...(forehead ? [forehead] : [])] }
}
