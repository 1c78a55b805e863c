/** Routes: the lobby, a table, or not found. */
export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; invitation: string; guided: boolean; moment: number | null }
  | { page: 'not_found' }

/** Return the route of an address. An invitation comes after `#` (so no server logs it) or in `?i=`. */
export function routeOf(address: URL): Route {
  if (address.pathname === '/') return { page: 'lobby' }
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})\/?$/.exec(address.pathname)?.[1]
  if (table === undefined) return { page: 'not_found' }
  const asked = address.searchParams
  const invitation = address.hash.slice(1) || (asked.get('i') ?? '')
  const moment = asked.has('m') ? Number(asked.get('m')) : null
  return {
    page: 'table',
    table,
    invitation: decodeURIComponent(invitation),
    guided: asked.has('guided'),
    moment: Number.isInteger(moment) ? moment : null,
  }
}

/** Return the path of a table, with its invitation if somebody is to sit down there. */
export function tablePath(table: string, invitation = '', asked: Record<string, string> = {}): string {
  const query = new URLSearchParams(asked).toString()
  return `/t/${table}${query && `?${query}`}${invitation && `#${encodeURIComponent(invitation)}`}`
}
