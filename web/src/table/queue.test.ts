import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrameQueue } from './queue'

let shown: string[]
let queue: FrameQueue<string>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  queue = new FrameQueue((view) => shown.push(view))
})
afterEach(() => {
  vi.useRealTimers()
})

const frames = (...views: string[]) => views.map((view) => ({ view, hold: 100 }))

test('the first picture is shown at once, the next after its time', () => {
  queue.add(frames('a'))
  queue.add(frames('b'))
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['a', 'b'])
})

test('what comes while a picture stays waits for it', () => {
  queue.add(frames('a'))
  vi.advanceTimersByTime(99)
  queue.add(frames('b'))
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a', 'b'])
})

test('a picture stays less long when others are waiting', () => {
  queue.add(frames('a', 'b', 'c', 'd'))
  vi.advanceTimersByTime(50)
  expect(shown).toEqual(['a', 'b'])
})

test('the next picture waits until what is shown has come to rest, unless it is skipped', () => {
  let rest = 300
  queue = new FrameQueue<string>(
    (view) => shown.push(view),
    undefined,
    () => rest,
  )
  queue.start('a')
  queue.add(frames('b', 'c'))
  vi.advanceTimersByTime(299)
  expect(shown).toEqual(['a'])
  rest = 0
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a', 'b'])
  rest = 300
  vi.advanceTimersByTime(100)
  queue.skip()
  expect(shown).toEqual(['a', 'b', 'c'])
})

test('skipping shows the newest at once, and what comes then does not wait', () => {
  queue.add(frames('a', 'b', 'c'))
  queue.skip()
  queue.add(frames('d'))
  expect(shown).toEqual(['a', 'c', 'd'])
})

test('when pictures pile up only the newest is shown', () => {
  queue.add(frames('a'))
  queue.add(frames('b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'))
  expect(shown).toEqual(['a', 'j'])
})

test('what is to be read stays its whole time, however much waits behind it', () => {
  queue.add([{ view: 'a', hold: 100, read: true }, ...frames('b', 'c')])
  queue.add([...frames('d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'), { view: 'l', hold: 100, read: true }])
  vi.advanceTimersByTime(99)
  expect(shown).toEqual(['a'])
  vi.runAllTimers()
  expect(shown).toEqual([...'abcdefghijkl'])
  queue.add(frames('m'))
  queue.skip()
  expect(shown.at(-1)).toBe('m')
})

test('the newest is known before it is shown', () => {
  queue.add(frames('a', 'b'))
  expect(queue.newest).toBe('b')
})

test('a start throws away what was waiting', () => {
  queue.add(frames('a', 'b'))
  queue.start('x')
  vi.runAllTimers()
  expect(shown).toEqual(['a', 'x'])
})

test('a picture that stays is left by a tap, and what came meanwhile follows', () => {
  let staying = false
  queue = new FrameQueue(
    (view) => shown.push(view),
    (now) => (staying = now),
  )
  queue.add([{ view: 'trick', hold: 100, stays: true }, ...frames('swept')])
  queue.add(frames(...'abcdefghij'))
  vi.advanceTimersByTime(10_000)
  queue.skip()
  expect([shown, staying]).toEqual([['trick'], true])
  queue.goOn()
  expect([shown, staying]).toEqual([['trick', 'swept'], false])
  queue.skip()
  expect(shown).toEqual(['trick', 'swept', 'j'])
})

test('to skip what is waiting ends at the next picture that stays', () => {
  queue.add([...frames('a', 'b'), { view: 'trick', hold: 100, stays: true }, ...frames('c')])
  queue.skip()
  expect(shown).toEqual(['a', 'trick'])
  queue.start('new')
  expect(shown).toEqual(['a', 'trick', 'new'])
})
