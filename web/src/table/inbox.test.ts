import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../lib/protocol'
import { Inbox } from './inbox'

let rest = 0
let read: string[] = []
let inbox: Inbox

beforeEach(() => {
  vi.useFakeTimers()
  rest = 0
  read = []
  inbox = new Inbox(
    (message) => read.push(message.type),
    () => rest,
  )
})
afterEach(() => vi.useRealTimers())

const message = (type: string, claims: unknown = null) => ({ type, claims }) as ServerMessage

test('what comes is read at once where no cards are dealt', () => {
  inbox.add(message('update'))
  expect(read).toEqual(['update'])
})

test('what comes while cards are dealt is read in its order when they lie there', () => {
  rest = 300
  inbox.add(message('table'))
  inbox.add(message('update'))
  vi.advanceTimersByTime(299)
  expect(read).toEqual([])
  rest = 0
  vi.advanceTimersByTime(1)
  expect(read).toEqual(['table', 'update'])
})

test('cards that set out later than they were to are waited for, too', () => {
  rest = 300
  inbox.add(message('update'))
  vi.advanceTimersByTime(300)
  expect(read).toEqual([])
  rest = 0
  vi.advanceTimersByTime(300)
  expect(read).toEqual(['update'])
})

test.each([
  ['an answer', message('refused')],
  ['what is open for a time', message('update', { left: 900 })],
])('%s is read at once, and what came before it', (_, pressing) => {
  rest = 300
  inbox.add(message('table'))
  inbox.add(pressing)
  expect(read).toEqual(['table', pressing.type])
})

test('whoever goes on has all read, once', () => {
  rest = 300
  inbox.add(message('update'))
  inbox.readAll()
  vi.advanceTimersByTime(300)
  expect(read).toEqual(['update'])
})

test('at a table that was left nothing more is read', () => {
  rest = 300
  inbox.add(message('update'))
  inbox.drop()
  rest = 0
  vi.advanceTimersByTime(300)
  expect(read).toEqual([])
})
