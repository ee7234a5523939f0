// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { TransitionConfig } from 'svelte/transition'
import { prefer } from '../lib/preferences.svelte'
import { deal, measure, spot, sweep, travel, turnAway } from './cardFlights'

function at(x: number, y: number): HTMLElement {
  const element = document.createElement('i')
  element.getBoundingClientRect = () => new DOMRect(x, y, 50, 70)
  return element
}

const card = at(100, 400)
spot('centre')(at(200, 100))
spot('seat:1')(at(0, 0))

afterEach(() => prefer('motion', 'full'))
prefer('motion', 'full')

/** Dealt cards are at rest at once, so that no other test waits for them. */
const rested = () => ({ playState: 'finished', pause: () => undefined }) as Animation

test('a card that is dealt comes from the middle where there is no pack, unseen until it sets out', () => {
  card.animate = vi.fn(rested)
  deal(card, new DOMRect(100, 400, 50, 70), 100, 500)
  const [frames, duration] = vi.mocked(card.animate).mock.lastCall as [Keyframe[], number]
  expect(duration).toBe(500)
  const away = { translate: '100px -300px', scale: 0.55, opacity: 0 }
  const there = { translate: 'none', scale: 1 }
  expect(frames.slice(0, 2)).toMatchObject([
    { ...there, opacity: 0, easing: 'step-end' },
    { ...away, offset: 0.2 },
  ])
  expect(frames[2]).toMatchObject({ opacity: 1 })
  expect(frames.slice(3)).toMatchObject([
    { ...there, offset: 0.72 },
    { ...there, opacity: 1 },
  ])
})

test('a card that is dealt has the time for its way, however soon the others are to rest', () => {
  card.animate = vi.fn(rested)
  deal(card, new DOMRect(100, 400, 50, 70), 0, 10)
  expect(vi.mocked(card.animate).mock.lastCall![1]).toBe(260)
})

/** How a card goes on its way: all steps that the browser is given. */
function steps(go: () => TransitionConfig): { duration: number | undefined; frames: Keyframe[] } {
  card.animate = vi.fn()
  const { duration, css } = go()
  expect(css).toBeUndefined()
  return { duration, frames: vi.mocked(card.animate).mock.calls.flatMap(([frames]) => frames as Keyframe[]) }
}

test('a card comes from where it was, as large as it was there', () => {
  const { duration, frames } = steps(() => travel(card, ['seat:1']))
  expect(duration).toBe(260)
  expect(frames).toEqual([{ translate: '-100px -400px', scale: 1 }, {}])
})

test('a card that is lost turns away on its way', () => {
  const { frames } = steps(() => turnAway(card, ['seat:1']))
  expect(frames).toEqual([{}, { translate: '-100px -400px', scale: 1, rotate: 'y 90deg' }])
})

test('a trick is swept to its taker and is gone there', () => {
  const { duration, frames } = steps(() => sweep(card, ['seat:1']))
  expect(duration).toBe(420)
  expect(frames[1]).toMatchObject({ opacity: 1 })
  expect(frames.at(-1)).toEqual({ translate: '-100px -400px', scale: 0.3, opacity: 0 })
})

test('a card that is played comes from where it was in the hand, though it is gone from there', () => {
  const held = at(0, 300)
  const take = spot('card:QH')(held) as () => void
  measure()
  take()
  const { frames } = steps(() => travel(card, ['card:QH', 'seat:1']))
  expect(frames[0]).toMatchObject({ translate: '-100px -100px' })
  measure()
  expect(steps(() => travel(card, ['card:QH', 'seat:1'])).frames[0]).toMatchObject({
    translate: '-100px -400px',
  })
})

test('nothing travels where nothing is to move, and none from where nobody knows', () => {
  expect(travel(card, ['nowhere'])).toEqual({ duration: 0 })
  prefer('motion', 'none')
  expect([travel(card, ['centre']), sweep(card, ['seat:1'])]).toEqual([{ duration: 0 }, { duration: 0 }])
  card.animate = vi.fn()
  deal(card, new DOMRect(), 0, 0)
  expect(card.animate).not.toHaveBeenCalled()
})
