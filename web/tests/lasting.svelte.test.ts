// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lasting } from '../src/lib/lasting.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a turn that is over before it lasts is not told, and one that lasts until it is over', () => {
  let asked = $state(false)
  let isTold = () => false
  const end = $effect.root(() => {
    isTold = lasting(() => asked, 400)
  })
  const ask = (now: boolean) => {
    asked = now
    flushSync()
  }
  ask(true)
  vi.advanceTimersByTime(300)
  ask(false)
  ask(true)
  vi.advanceTimersByTime(300)
  expect(isTold()).toBe(false)
  vi.advanceTimersByTime(100)
  expect(isTold()).toBe(true)
  ask(false)
  expect(isTold()).toBe(false)
  end()
})
