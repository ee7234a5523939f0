// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshTip, readCoached, setRead } from '../src/lessons/coached.svelte'
import { readProgress } from '../src/lessons/progress.svelte'
import { Learning } from '../src/lessons/learning.svelte'
import { LessonLine } from '../src/lessons/line'
import type { LessonAnswer, LessonTry, ServerMessage } from '../src/lib/protocol'
import { event } from './events'

const update = (version: number) => ({ type: 'update', version }) as ServerMessage
const refused = { type: 'refused', version: 3 } as ServerMessage
const answered = (messages: ServerMessage[], outcome: LessonAnswer['outcome'] = 'open'): LessonAnswer => ({
  messages,
  outcome,
  say: null,
})

let asked: LessonTry[]
let answers: (LessonAnswer | Error)[]
let heard: string[]
let line: LessonLine

beforeEach(() => {
  vi.useFakeTimers()
  ;[asked, answers, heard] = [[], [], []]
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    const answer = answers.shift()
    if (answer instanceof Error || !answer) throw answer ?? new Error('nothing is left to answer')
    return new Response(JSON.stringify(answer))
  })
  line = new LessonLine(
    {
      receive: (message) => heard.push(`${message.type} ${'version' in message ? message.version : ''}`),
      connection: (now) => heard.push(now),
    },
    (answer) => heard.push(answer ? `end ${answer.outcome}` : 'begin'),
    () => false,
  )
})
afterEach(() => {
  line.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const open = async () => {
  answers.push(answered([{ type: 'snapshot', version: 3 } as ServerMessage]))
  line.open({ game: 'whist', lesson: 'basics', step: 'lead' })
  await settle()
  heard = []
}

test('what others do after a move comes one by one, and then how it came out', async () => {
  await open()
  answers.push(answered([update(4), update(5), update(6)], 'right'))
  line.send({ type: 'play', version: 3, move: 'AS' })
  await settle()
  expect(heard).toEqual(['open', 'begin', 'update 4'])
  await settle(5000)
  expect(heard.slice(3)).toEqual(['update 5', 'update 6', 'end right'])
})

test('each message goes with the moves that were made, and not with those refused', async () => {
  await open()
  answers.push(answered([refused]), answered([update(4)]), answered([update(5)]))
  for (const move of ['4C', 'AS', 'KS']) {
    line.send({ type: 'play', version: 3, move })
    await settle(1000)
  }
  expect(asked.map(({ made }) => made)).toEqual([[], [], [], ['AS']])
})

test('a choice of cards changes nothing about how it stands', async () => {
  await open()
  answers.push(answered([{ type: 'choices', version: 3 } as ServerMessage]))
  line.send({ type: 'select', version: 3, cards: ['AS'] })
  await settle(1000)
  expect(heard).toEqual(['open', 'choices 3'])
})

test('a step that is begun anew forgets what was on its way', async () => {
  await open()
  answers.push(answered([update(4), update(5)]), answered([]))
  line.send({ type: 'play', version: 3, move: 'AS' })
  await settle()
  line.begin()
  await settle(5000)
  expect(heard).not.toContain('update 5')
  expect(asked.at(-1)).toEqual({ message: { type: 'hello', version: null }, made: [] })
})

test('without a server it asks again', async () => {
  await open()
  answers.push(new Error('no network'), answered([update(4)]))
  line.send({ type: 'play', version: 3, move: 'AS' })
  await settle()
  expect(heard).toEqual(['lost'])
  await settle(600)
  expect(heard.slice(0, 4)).toEqual(['lost', 'open', 'begin', 'update 4'])
})

test.each([
  [[], ['deal', 'partner', 'alone', 'trick']],
  [['roles'], ['deal', 'trick']],
])('a lesson that hides %j is told of %j', async (hides, told) => {
  const kinds = ['deal', 'partner', 'alone', 'trick']
  const events = kinds.map((kind, i) => event({ kind, version: i + 1 }))
  const table = { id: 't', players: 1, seats: [{ seat: 0, you: true }], barred_faces: [] }
  const snapshot = { type: 'snapshot', version: 4, table, view: { acting: [] }, standing: {}, events }
  answers.push(answered([snapshot as unknown as ServerMessage]))
  const step = { name: 'lead', at: 'hand', check: false }
  const learning = new Learning('whist', { name: 'basics', steps: [step], hides })
  await settle()
  expect(learning.session.state?.events.map(({ kind }) => kind)).toEqual(told)
  learning.close()
})

test('what is kept of the lessons is read with care', () => {
  expect(readProgress(null)).toEqual({ next: {} })
  expect(readProgress('no JSON')).toEqual({ next: {} })
  expect(readProgress('{"next": {"a/b": 3, "c/d": "x"}, "offered": ["a"]}')).toEqual({
    next: { 'a/b': 3 },
  })
})

test('a tip comes once, the first that was not read before', () => {
  const tips = ['lead', 'follow'].map((code) => ({ code, at: 'hand', seat: null, cards: [] }))
  expect(freshTip('whist', tips)?.code).toBe('lead')
  setRead('whist', tips[0]!)
  expect(freshTip('whist', tips)?.code).toBe('follow')
  setRead('whist', tips[1]!)
  expect(freshTip('whist', tips)).toBeNull()
  expect(freshTip('bridge', tips)?.code).toBe('lead')
})

test('what was kept of the tips is read with care', () => {
  expect(readCoached('no JSON')).toEqual({})
  expect(readCoached('{"whist": ["lead", 1], "bridge": "x"}')).toEqual({ whist: ['lead'] })
})
