// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefer } from '../../lib/preferences.svelte'
import type { Group } from '../hand'
import { hasten, place, untilRest } from '../places'
import Hand from './Hand.svelte'

let hand: ReturnType<typeof mount>
/** The flights that have begun, each with its steps. */
let flights: { playState: string; currentTime: number; finish: () => void; steps: Keyframe[] }[] = []

beforeEach(() => {
  flights = []
  Element.prototype.animate = function (steps, duration) {
    const flight = {
      playState: 'running',
      currentTime: 0,
      effect: { getComputedTiming: () => ({ endTime: duration }) },
      finish: () => (flight.playState = 'finished'),
      steps: steps as Keyframe[],
    }
    flights.push(flight)
    return flight as unknown as Animation
  }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
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
  hasten()
  await unmount(hand)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const SPADES = ['AS', 'KS', 'QS', 'JS', 'TS']

function deal(): void {
  const groups: Group[] = [{ suit: 'S', trump: false, cards: SPADES }]
  const props = { groups, chosen: [], playable: null, dealt: true, ontap: () => undefined }
  hand = mount(Hand, { target: document.body, props })
  flushSync()
}

const seen = () => document.querySelectorAll('[data-id]').length

test('the cards of a deal are all drawn before the first sets out, and come to rest together', () => {
  prefer('motion', 'full')
  deal()
  expect(seen()).toBe(SPADES.length)
  const starts = flights.map(({ steps }) => Number(steps[1]!.offset) * untilRest())
  expect(starts.map(Math.round)).toEqual([100, 138, 176, 214, 252])
  for (const flight of flights) flight.currentTime = 500
  expect(untilRest()).toBe(252 + 260 - 500)
})

test('a tap ends a deal', () => {
  prefer('motion', 'full')
  deal()
  dispatchEvent(new Event('pointerdown'))
  expect(flights.map(({ playState }) => playState)).toEqual(SPADES.map(() => 'finished'))
  expect(untilRest()).toBe(0)
})

test('where nothing is to move a hand is there at once', () => {
  prefer('motion', 'none')
  deal()
  expect(seen()).toBe(SPADES.length)
  expect(flights).toEqual([])
  expect(untilRest()).toBe(0)
})
