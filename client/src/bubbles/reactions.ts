/** The few reactions that there are, and how each looks. */
import type { React } from '../protocol/types'
import type { IconName } from '../ui/icons'

export type Reaction = React['reaction']

export const REACTIONS: Readonly<Record<Reaction, IconName>> = {
  hello: 'hand',
  bravo: 'thumb',
  laugh: 'laugh',
  wow: 'wow',
  oops: 'oops',
  thanks: 'heart',
}
