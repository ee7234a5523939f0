import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Reel } from './reel'

let shown: string[]
let reel: Reel<string>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  reel = new Reel((view) => shown.push(view))
})
afterEach(() => {
  vi.useRealTimers()
})

const frames = (...views: string[]) => views.map((view) => ({ view, hold: 100 }))

test('the first picture is shown at once, the next after its time', () => {
  reel.add(frames('a'))
  reel.add(frames('b'))
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['a', 'b'])
})

test('what comes while a picture stays waits for it', () => {
  reel.add(frames('a'))
  vi.advanceTimersByTime(99)
  reel.add(frames('b'))
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a', 'b'])
})

test('a picture stays less long when others are waiting', () => {
  reel.add(frames('a', 'b', 'c', 'd'))
  vi.advanceTimersByTime(50)
  expect(shown).toEqual(['a', 'b'])
})

test('skipping shows the newest at once, and what comes then does not wait', () => {
  reel.add(frames('a', 'b', 'c'))
  reel.skip()
  reel.add(frames('d'))
  expect(shown).toEqual(['a', 'c', 'd'])
})

test('when pictures pile up only the newest is shown', () => {
  reel.add(frames('a'))
  reel.add(frames('b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'))
  expect(shown).toEqual(['a', 'j'])
})

test('the newest is known before it is shown', () => {
  reel.add(frames('a', 'b'))
  expect(reel.newest).toBe('b')
})

test('a start throws away what was waiting', () => {
  reel.add(frames('a', 'b'))
  reel.start('x')
  vi.runAllTimers()
  expect(shown).toEqual(['a', 'x'])
})
