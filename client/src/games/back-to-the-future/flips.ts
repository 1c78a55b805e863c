/** What the option under consideration would turn over, as the server told it. */
import type { Told } from '../../protocol/types'
import type { Side } from './printed'

export type Flips = ReadonlyMap<string, Side>

/** "A-5.altered" and the like. */
export function parse(sides: readonly unknown[]): Flips {
  const found = new Map<string, Side>()
  for (const one of sides) {
    const [at, side] = String(one).split('.')
    if (at) found.set(at, side === 'altered' ? 'altered' : 'original')
  }
  return found
}

/** Every event that would show its other side. */
export function wouldFlip(preview: Told | null): Flips {
  if (preview?.key !== 'preview.flip') return new Map()
  return parse((preview.args.ripples as unknown[] | undefined) ?? [])
}

/** Every event that turns over while history changes: the linchpin first, then its ripples. */
export function turning(happening: Told | null): Flips {
  if (!happening?.key.startsWith('event.history_changed')) return new Map()
  const { headline, ripples } = happening.args
  return parse([headline, ...((ripples as unknown[] | undefined) ?? [])])
}
