import { afterEach, expect, test, vi } from 'vitest'
import { createTable, fetchGames } from '../src/lib/begin'
import { fetchTables } from '../src/start/pages'

/** A server that gives these answers, one after the other, and notes what it was asked. */
function serve(...answers: (Response | Error)[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${path}`)
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error(`${path} was not expected`)
  })
  return asked
}

function problem(status: number, code: string, values?: Record<string, string>): Response {
  return Response.json({ type: 'error', code, values }, { status })
}

afterEach(() => vi.unstubAllGlobals())

test('an answer is what the server says', async () => {
  serve(Response.json([{ name: 'lockup' }]))
  expect(await fetchGames()).toEqual([{ name: 'lockup' }])
})

test('a refusal is thrown with its code and values', async () => {
  serve(problem(400, 'option_invalid', { name: 'target' }))
  const made = createTable({ game: 'lockup', options: { target: 900 } })
  await expect(made).rejects.toMatchObject({ code: 'option_invalid', values: { name: 'target' } })
})

test('without a session one is made, and the question asked again', async () => {
  const asked = serve(problem(401, 'session_unknown'), Response.json({}), Response.json([]))
  expect(await fetchTables(false)).toEqual({ tables: [], more: false })
  const wanted = 'GET /api/tables?over=false'
  expect(asked).toEqual([wanted, 'POST /api/session', wanted])
})

test('a server that knows no session even then is a problem, not a loop', async () => {
  serve(problem(401, 'session_unknown'), Response.json({}), problem(401, 'session_unknown'))
  await expect(fetchTables(false)).rejects.toMatchObject({ code: 'session_unknown' })
})

test('requests at the same time share one new session', async () => {
  const unknown = () => problem(401, 'session_unknown')
  const asked = serve(unknown(), unknown(), Response.json({}), Response.json([]), Response.json([]))
  await Promise.all([fetchTables(true), fetchTables(false)])
  expect(asked.filter((question) => question === 'POST /api/session')).toHaveLength(1)
})

test.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['a proxy without its server', new Response('Bad Gateway', { status: 502 })],
])('%s is told as unreachable', async (_, answer) => {
  serve(answer)
  await expect(fetchGames()).rejects.toMatchObject({ code: 'unreachable' })
})

test('an error that is none of ours is told with its status', async () => {
  serve(new Response('<h1>Oh</h1>', { status: 500 }))
  await expect(fetchGames()).rejects.toMatchObject({ code: 'unknown', values: { status: '500' } })
})

test('tables are fetched page by page, as far as they are shown', async () => {
  const page = (id: string, next?: string) =>
    Response.json(
      [{ id, game: 'lockup' }],
      next ? { headers: { link: `</api/tables?over=true&before=${next}>; rel="next"` } } : {},
    )
  const pages = [page('c', '30-c'), page('b', '20-b'), page('a')]
  const asked = serve(...pages.map((each) => each.clone()))
  const first = await fetchTables(true, 2)
  expect(first.tables.map(({ id }) => id)).toEqual(['c', 'b'])
  expect(first.more).toBe(true)
  expect(asked.filter((question) => !question.includes('/texts')).at(-1)).toBe(
    'GET /api/tables?over=true&before=30-c',
  )
  serve(...pages)
  const all = await fetchTables(true, 9)
  expect(all.tables.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(all.more).toBe(false)
})
