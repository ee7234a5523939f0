// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeFlights, type FakeFlight } from '../../../tests/fake_flight'
import { prefer } from '../../lib/preferences.svelte'
import type { Group } from '../hand'
import { hasten, spot, untilRest } from '../cardFlights'
import Hand from './Hand.svelte'

let hand: ReturnType<typeof mount>
/** The flights that have begun. */
let flights: FakeFlight[] = []

beforeEach(() => {
  flights = fakeFlights()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
    },
  )
  spot('centre')(document.createElement('i'))
})
afterEach(async () => {
  hasten()
  vi.useRealTimers()
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
  expect(starts.map(Math.round)).toEqual([0, 38, 76, 114, 152])
  for (const flight of flights) flight.currentTime = 400
  expect(untilRest()).toBe(152 + 260 - 400)
})

const states = () => new Set(flights.map(({ playState }) => playState))

test('the cards of a deal set out when the frames in which the table is drawn are over', () => {
  prefer('motion', 'full')
  let draw: FrameRequestCallback = () => undefined
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => (draw = look))
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  deal()
  for (const time of [80, 96, 112, 200, 216, 232]) draw(time)
  expect(states()).toEqual(new Set(['paused']))
  draw(248)
  expect(states()).toEqual(new Set(['running']))
})

test('where every frame is long the cards set out all the same, and no more frames are looked at', () => {
  prefer('motion', 'full')
  let asked = 0
  let draw: FrameRequestCallback = () => undefined
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => {
    draw = look
    asked++
  })
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  deal()
  for (let time = 33; time < 500; time += 33) draw(time)
  vi.advanceTimersByTime(500)
  expect(states()).toEqual(new Set(['running']))
  const before = asked
  draw(528)
  expect(asked).toBe(before)
})

test('the cards of a deal set out soon where no frame is drawn', () => {
  prefer('motion', 'full')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', () => 0)
  deal()
  vi.advanceTimersByTime(499)
  expect(states()).toEqual(new Set(['paused']))
  vi.advanceTimersByTime(1)
  expect(states()).toEqual(new Set(['running']))
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

const pressed = (type: string, pointerType: string, y: number) =>
  Object.assign(new MouseEvent(type, { clientX: 40, clientY: y, bubbles: true }), { pointerType })

/** A hand; taps are reported with whether they only lift the card, flicks with their target. */
function hold() {
  const [ontap, ondrop] = [vi.fn(), vi.fn()]
  const groups: Group[] = [{ suit: 'S', trump: false, cards: SPADES }]
  hand = mount(Hand, { target: document.body, props: { groups, chosen: [], playable: null, ontap, ondrop } })
  flushSync()
  return { ontap, ondrop, card: document.querySelector('[data-id=QS]')! }
}

test.each([
  ['touch', true],
  ['mouse', false],
])('a card tapped by %s is only lifted: %j', (pointer, lifting) => {
  const { ontap, card } = hold()
  card.dispatchEvent(pressed('pointerdown', pointer, 300))
  card.dispatchEvent(pressed('pointerup', pointer, 300))
  card.dispatchEvent(pressed('click', pointer, 300))
  expect(ontap.mock.calls.map(([id, , lifts]) => [id, lifts])).toEqual([['QS', lifting]])
})

test('a flick plays even if nothing was dragged before', () => {
  const { ondrop, card } = hold()
  card.dispatchEvent(pressed('pointerdown', 'touch', 300))
  card.dispatchEvent(pressed('pointerup', 'touch', 240))
  expect(ondrop.mock.calls).toEqual([[['QS'], '']])
})
