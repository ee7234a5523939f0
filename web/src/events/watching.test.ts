// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket, fakeSockets, newestSocket } from '../../tests/fake_socket'
import { watchEvent } from './watching'

const heard: unknown[] = []
const end = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  fakeSockets()
  heard.length = 0
  end.mockClear()
  stop = watchEvent('a b', (event) => heard.push(event), end)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an event is received as often as it is sent, and errors are no events', () => {
  expect(newestSocket().address).toMatch(/\/api\/events\/a%20b\/socket$/)
  newestSocket().answer({ id: 'a b', round: 1 })
  newestSocket().answer({ id: 'a b', round: 2 })
  newestSocket().answer({ type: 'error', code: 'internal', values: {} })
  expect(heard).toEqual([
    { id: 'a b', round: 1 },
    { id: 'a b', round: 2 },
  ])
})

test('a line that is cut is opened again, later each time, until something comes', () => {
  newestSocket().cut()
  vi.advanceTimersByTime(999)
  expect(FakeSocket.made).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.made).toHaveLength(2)
  newestSocket().cut()
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.made).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  newestSocket().answer({ id: 'a b' })
  newestSocket().cut(4429)
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.made).toHaveLength(4)
  expect(end).not.toHaveBeenCalled()
})

test('where there is nothing to look at any more, it ends', () => {
  newestSocket().cut(4404)
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.made).toHaveLength(1)
  expect(end).toHaveBeenCalledOnce()
})

test('after a sleep a line that may be dead is opened anew', () => {
  const first = newestSocket()
  dispatchEvent(new Event('online'))
  expect(first.readyState).toBe(3)
  expect(FakeSocket.made).toHaveLength(2)
})

test('a page that is left looks no more', () => {
  const socket = newestSocket()
  stop()
  socket.cut()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.made).toHaveLength(1)
})
