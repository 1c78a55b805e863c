/** HTTP requests. A refused one is thrown as a `Refusal`. */
import { Refusal } from './refusal'
import type {
  ChangeMe,
  CourseOfGame,
  CourseProgress,
  Erased,
  Fork,
  GameInfo,
  Me,
  Moment,
  MyData,
  Opened,
  OpenTable,
  Problem,
  Rematch,
  RuleRow,
  SignOut,
  Spectator,
  Story,
  TableInfo,
  RecordImport,
} from './types'

type Query = Record<string, string | number | null | undefined>

export function address(path: string, query: Query = {}): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') asked.set(name, String(value))
  }
  const said = asked.toString()
  return `/api/${path}${said && `?${said}`}`
}

async function request<Answer>(method: string, where: string, body?: unknown): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(where, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
  } catch {
    throw new Refusal({ key: 'ui.first.unreachable' })
  }
  if (response.ok) return (await response.json()) as Answer
  throw new Refusal(await problemIn(response), response.status)
}

async function problemIn(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null)
  if (said && typeof said === 'object' && 'key' in said && typeof said.key === 'string') return said as Problem
  return { key: response.status >= 500 ? 'ui.first.broken' : 'ui.first.unexpected' }
}

const get = <Answer>(path: string, query?: Query) => request<Answer>('GET', address(path, query))
const post = <Answer>(path: string, body: unknown) => request<Answer>('POST', address(path), body)
/** Anything else, by its path under /api. */
export const ask = <Answer>(method: string, path: string, body?: unknown) =>
  request<Answer>(method, address(path), body)
const at = (table: string) => `tables/${encodeURIComponent(table)}`

export const api = {
  me: () => get<Me>('me'),
  changeMe: (change: ChangeMe) => request<Me>('PATCH', address('me'), change),
  myData: (after: string) => get<MyData>('me/data', { after }),
  signOutEverywhere: (signOut: SignOut) => post<Me>('me/sign-out-everywhere', signOut),
  removePasskey: (credential: string) =>
    request<Me>('DELETE', address(`me/passkeys/${encodeURIComponent(credential)}`)),
  eraseMe: () => request<Erased>('DELETE', address('me')),
  games: () => get<GameInfo[]>('games'),
  words: (lang: string, game?: string, edition?: string) =>
    get<Record<string, string>>(`words/${lang}`, { game, edition }),
  rules: (game: string, lang: string) => get<RuleRow[]>(`games/${game}/rules/${lang}`),
  printed: (game: string, edition: string) => get<Record<string, unknown>>(`games/${game}/printed/${edition}`),
  open: (table: OpenTable) => post<Opened>('tables', table),
  table: (table: string, invitation = '') => get<TableInfo>(at(table), { invitation }),
  story: (table: string, seat: number | null, invitation = '') =>
    get<Story>(`${at(table)}/story`, { seat, invitation }),
  spectators: (table: string) => get<Spectator[]>(`${at(table)}/spectators`),
  moment: (table: string, moment: number, seat: number | null, invitation = '') =>
    get<Moment>(`${at(table)}/moments/${moment}`, { seat, invitation }),
  rematch: (table: string, rematch: Rematch) => post<Opened>(`${at(table)}/rematch`, rematch),
  fork: (table: string, fork: Fork) => post<Opened>(`${at(table)}/fork`, fork),
  importGame: (record: RecordImport) => post<Opened>('records', record),
  course: (table: string, invitation = '') => get<CourseOfGame>(`${at(table)}/course`, { invitation }),
  courseProgress: (table: string, invitation = '') =>
    get<CourseProgress>(`${at(table)}/course/progress`, { invitation }),
  recordAddress: (table: string, invitation = '') => address(`${at(table)}/record`, { invitation }),
  qrAddress: (path: string) => address('qr.svg', { path }),
}
