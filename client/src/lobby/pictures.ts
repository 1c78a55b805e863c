/** Each game's picture for the lobby, loaded without the rest of its board. */
import type { Drawing } from '../games/contract'

const found = import.meta.glob<{ default: Drawing }>('../games/*/Picture.svelte')

export async function pictureOf(game: string): Promise<Drawing | null> {
  const picture = await found[`../games/${game}/Picture.svelte`]?.()
  return picture?.default ?? null
}
