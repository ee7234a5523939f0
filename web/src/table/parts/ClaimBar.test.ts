// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ClaimBar from './ClaimBar.svelte'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the bar begins at what was left when that was told, and runs out', () => {
  const claims = { length: 4000, left: 3000 }
  const bar = mount(ClaimBar, { target: document.body, props: { claims } })
  const seen = () => {
    flushSync()
    return document.querySelector('i')!.style.transform
  }
  expect(seen()).toBe('scaleX(0.75)')
  vi.advanceTimersByTime(2000)
  expect(seen()).toBe('scaleX(0.25)')
  vi.advanceTimersByTime(2000)
  expect(seen()).toBe('scaleX(0)')
  void unmount(bar)
})
