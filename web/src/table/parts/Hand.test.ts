// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefer } from '../../lib/preferences.svelte'
import type { Group } from '../hand'
import { place, untilRest } from '../places'
import Hand from './Hand.svelte'

/** The time, and what is to be done at the next frame. */
let now = 0
let frame: () => void = () => undefined
let hand: ReturnType<typeof mount>
const animate = vi.fn()

beforeEach(() => {
  now = 0
  animate.mockClear()
  Element.prototype.animate = animate
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => (frame = next))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
    },
  )
  place('centre')(document.createElement('i'))
})
afterEach(async () => {
  await unmount(hand)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const SPADES = ['AS', 'KS', 'QS', 'JS', 'TS']

/** Deal a hand, and go on to the first frame at this time. */
function deal(time: number): void {
  const groups: Group[] = [{ suit: 'S', trump: false, cards: SPADES }]
  const props = { groups, chosen: [], playable: null, dealt: true, ontap: () => undefined }
  hand = mount(Hand, { target: document.body, props })
  flushSync()
  at(time)
}

function at(time: number): void {
  now = time
  frame()
  flushSync()
}

const seen = () => document.querySelectorAll('[data-id]').length

test('cards are dealt one after the other', () => {
  prefer('motion', 'full')
  deal(0)
  expect(seen()).toBe(0)
  for (const [time, cards] of [
    [110, 1],
    [120, 1],
    [150, 2],
    [190, 3],
  ] as const) {
    at(time)
    expect(seen()).toBe(cards)
  }
  expect(animate).toHaveBeenCalledTimes(3)
})

test('a deal that nobody looked at is at its end when it is seen again', () => {
  prefer('motion', 'full')
  deal(110)
  at(5000)
  expect(seen()).toBe(SPADES.length)
  expect(animate).toHaveBeenCalledTimes(1)
  expect(untilRest()).toBe(0)
})

test('a tap ends a deal', () => {
  prefer('motion', 'full')
  deal(110)
  dispatchEvent(new Event('pointerdown'))
  flushSync()
  expect(seen()).toBe(SPADES.length)
  expect(untilRest()).toBe(0)
})

test('where nothing is to move a hand is there at once', () => {
  prefer('motion', 'none')
  deal(0)
  expect(seen()).toBe(SPADES.length)
  expect(animate).not.toHaveBeenCalled()
})
