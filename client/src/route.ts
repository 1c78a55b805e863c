/** Routes: the lobby, a table, or not found. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; screen: Screen; invitation: string; guided: boolean; moment: number | null }
  | { page: 'not_found' }

/** How a table is shown: whole, for a room on a television, or only one seat beside a television. */
export type Screen = 'table' | 'tv' | 'seat'

/** Return the route of an address. An invitation comes after `#` (so no server logs it) or in `?i=`. */
export function routeOf(address: URL): Route {
  if (address.pathname === '/') return { page: 'lobby' }
  const [, table, screen] = /^\/t\/([A-Za-z0-9_-]{1,64})(?:\/(tv|seat))?\/?$/.exec(address.pathname) ?? []
  if (table === undefined) return { page: 'not_found' }
  const asked = address.searchParams
  const invitation = address.hash.slice(1) || (asked.get('i') ?? '')
  const moment = asked.has('m') ? Number(asked.get('m')) : null
  return {
    page: 'table',
    table,
    screen: (screen as Screen | undefined) ?? 'table',
    invitation: decodeURIComponent(invitation),
    guided: asked.has('guided'),
    moment: Number.isInteger(moment) ? moment : null,
  }
}

/** Return the path of a table, with its invitation if somebody is to sit down there, as it is shown on `screen`. */
export function tablePath(
  table: string,
  invitation = '',
  asked: Record<string, string> = {},
  screen: Screen = 'table',
): string {
  const query = new URLSearchParams(asked).toString()
  return `/t/${table}${screen === 'table' ? '' : `/${screen}`}${query && `?${query}`}${invitation && `#${encodeURIComponent(invitation)}`}`
}
