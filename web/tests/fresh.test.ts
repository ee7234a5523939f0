// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFresh } from '../src/lib/fresh'

const HOUR = 3_600_000
let due: boolean
let visible: DocumentVisibilityState
const load = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  load.mockReset()
  due = false
  visible = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  stop = keepFresh(load, () => due)
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page left open loads anew once that is due', () => {
  vi.advanceTimersByTime(HOUR)
  expect(load).not.toHaveBeenCalled()
  due = true
  vi.advanceTimersToNextTimer()
  expect(load).toHaveBeenCalledOnce()
})

test('a page that nobody sees waits until it is looked at', () => {
  visible = 'hidden'
  due = true
  vi.advanceTimersByTime(HOUR)
  expect(load).not.toHaveBeenCalled()
  visible = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(load).toHaveBeenCalledOnce()
})

test.each([
  ['resumed', () => document.dispatchEvent(new Event('resume'))],
  ['brought back', () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))],
  ['online again', () => dispatchEvent(new Event('online'))],
])('a page that is %s loads anew', (_, wake) => {
  wake()
  expect(load).toHaveBeenCalledOnce()
  stop()
  wake()
  expect(load).toHaveBeenCalledOnce()
})
