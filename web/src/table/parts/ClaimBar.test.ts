// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ClaimBar from './ClaimBar.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the bar is where it must be at the next step, and runs out', () => {
  const props = { length: 4000, end: performance.now() + 3000 }
  const bar = mount(ClaimBar, { target: document.body, props })
  const seen = () => {
    flushSync()
    return document.querySelector('i')!.style.transform
  }
  expect(seen()).toBe('scaleX(0.7)')
  vi.advanceTimersByTime(2000)
  expect(seen()).toBe('scaleX(0.2)')
  vi.advanceTimersByTime(2000)
  expect(seen()).toBe('scaleX(0)')
  void unmount(bar)
})
