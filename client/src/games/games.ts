/** Each game's drawing, loaded when its table is opened. */
import type { GameClient } from './contract'

type Loader = () => Promise<{ default: GameClient }>

export const gameClients = {
  'back-to-the-future': () => import('./back-to-the-future'),
  'excellent-boardgame': () => import('./excellent-boardgame'),
  'riff-in-time': () => import('./riff-in-time'),
} satisfies Record<string, Loader>

export function hasClient(key: string): key is keyof typeof gameClients {
  return key in gameClients
}
