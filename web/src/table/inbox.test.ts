// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../lib/protocol'
import { Inbox } from './inbox'

let rest = 0
let moving = false
let read: string[] = []
let inbox: Inbox

beforeEach(() => {
  vi.useFakeTimers()
  rest = 0
  moving = false
  read = []
  inbox = new Inbox(
    (message) => read.push(message.type),
    () => rest,
    () => moving,
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('what comes while one card is on its way is read as soon as a frame is drawn', () => {
  moving = true
  inbox.add(message('update'))
  vi.advanceTimersToNextFrame()
  expect(read).toEqual([])
  vi.advanceTimersByTime(1)
  expect(read).toEqual(['update'])
})

test('where no frame is drawn it is read all the same', () => {
  vi.stubGlobal('requestAnimationFrame', () => 1)
  moving = true
  inbox.add(message('update'))
  vi.advanceTimersByTime(100)
  expect(read).toEqual(['update'])
})

test('what is open for a time waits for no frame', () => {
  moving = true
  inbox.add(message('table'))
  inbox.add(message('update', { left: 900 }))
  expect(read).toEqual(['table', 'update'])
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
