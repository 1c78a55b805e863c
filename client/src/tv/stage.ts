/** The stage of the television: designed at one size, and fitted as a whole into any screen. */
export const STAGE = { width: 1920, height: 1080 }

export interface Fit {
  x: number
  y: number
  scale: number
}

/** Return how the stage is enlarged and moved to stand in the middle of a screen. */
export function fitted(width: number, height: number): Fit {
  const scale = Math.min(width / STAGE.width, height / STAGE.height)
  return { scale, x: (width - STAGE.width * scale) / 2, y: (height - STAGE.height * scale) / 2 }
}
