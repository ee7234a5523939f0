import type { GameInfo, NewTable, Problem, RuleBook, TableInfo } from './protocol'

/** The server's refusal of a request. `unreachable` is the code when there was no answer at all. */
export class ApiProblem extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, string> = {},
  ) {
    super(code)
    this.name = 'ApiProblem'
  }
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api${path}`, init)
  } catch {
    throw new ApiProblem('unreachable')
  }
}

async function readProblem(response: Response): Promise<ApiProblem> {
  // A proxy answers for a server that is gone, and not with a body of ours.
  if ([502, 503, 504].includes(response.status)) return new ApiProblem('unreachable')
  try {
    const problem: Problem = await response.json()
    return new ApiProblem(problem.code ?? 'unknown', problem.values)
  } catch {
    return new ApiProblem('unknown', { status: String(response.status) })
  }
}

async function attempt<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await send(path, init)
  if (!response.ok) throw await readProblem(response)
  return response.json()
}

/** Make a session for this browser: the server sets its cookie. */
export async function makeSession(): Promise<void> {
  const response = await send('/session', { method: 'POST' })
  if (!response.ok) throw await readProblem(response)
}

/** Ask, and once more with a new session where the server knows none. */
async function request<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  try {
    return await attempt<Answer>(path, init)
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'session_unknown') throw problem
    await makeSession()
    return attempt<Answer>(path, init)
  }
}

export const fetchGames = () => request<GameInfo[]>('/games')

export const fetchGameTexts = (game: string, language: string) =>
  request<Record<string, string>>(`/games/${encodeURIComponent(game)}/texts?language=${language}`)

export const fetchRules = (game: string, language: string) =>
  request<RuleBook>(`/games/${encodeURIComponent(game)}/rules?language=${language}`)

export const fetchTables = () => request<TableInfo[]>('/tables')

export const createTable = (table: NewTable) =>
  request<TableInfo>('/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(table),
  })
