import type { ErrorMessage, LessonBook, TableInfo } from './protocol'
import { noteServerTime } from './serverTime'

/** What went wrong with a request; nothing has changed. `unreachable` means that no server answered. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, string> = {},
  ) {
    super(code)
    this.name = 'ApiError'
  }
}

/** The header with what the server's clock showed; an answer that a cache may have kept has none. */
const SERVER_TIME = 'x-server-time'

async function send(path: string, init?: RequestInit): Promise<Response> {
  const sent = performance.now()
  const response = await fetch(`/api${path}`, init).catch(() => {
    throw new ApiError('unreachable')
  })
  noteServerTime(response.headers.get(SERVER_TIME) ?? '', performance.now() - sent)
  if (!response.ok) throw await readProblem(response)
  return response
}

async function readProblem(response: Response): Promise<ApiError> {
  // a proxy answers with these when the server is down
  if ([502, 503, 504].includes(response.status)) return new ApiError('unreachable')
  try {
    const { code, values }: ErrorMessage = await response.json()
    return new ApiError(code, values)
  } catch {
    return new ApiError('unknown', { status: String(response.status) })
  }
}

let session: Promise<unknown> | undefined

/**
 * Make a session for this browser, or let the one it has last longer: the answer sets a cookie. Requests that
 * need one at the same time share it.
 */
export function makeSession(): Promise<unknown> {
  const made = async () => (await send('/session', { method: 'POST' })).json()
  session ??= made().finally(() => (session = undefined))
  return session
}

/** Send a request; if the server knows no session, make one and send it again. Throws ApiError. */
export async function ask<Answer>(path: string, method = 'GET', body?: object): Promise<Answer> {
  const response = await askFor(path, method, body)
  return response.status === 204 ? (undefined as Answer) : response.json()
}

/** The same, with the whole answer. */
export async function askFor(path: string, method = 'GET', body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method }
  return send(path, init).catch(async (problem) => {
    if (!(problem instanceof ApiError) || problem.code !== 'session_unknown') throw problem
    await makeSession()
    return send(path, init)
  })
}

export const fetchGameTexts = (game: string, language: string) =>
  ask<Record<string, string>>(`/games/${encodeURIComponent(game)}/texts?language=${language}`)

export const fetchLessons = (game: string, language: string) =>
  ask<LessonBook>(`/games/${encodeURIComponent(game)}/lessons?language=${language}`)

export const fetchTable = (table: string) => ask<TableInfo>(`/tables/${encodeURIComponent(table)}`)
