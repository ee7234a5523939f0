// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { prefer } from '../lib/preferences.svelte'
import { deal, dealtUntil, place, sweep, travel, untilRest } from './places'

function at(x: number, y: number): HTMLElement {
  const element = document.createElement('i')
  element.getBoundingClientRect = () => new DOMRect(x, y, 50, 70)
  return element
}

const card = at(100, 400)
place('centre')(at(200, 100))
place('seat:1')(at(0, 0))

afterEach(() => prefer('motion', 'full'))
prefer('motion', 'full')

test('a card that is dealt comes from the middle where there is no pack, unseen until it sets out', () => {
  card.animate = vi.fn()
  deal(card, new DOMRect(100, 400, 50, 70), 100, 500)
  const [frames, duration] = vi.mocked(card.animate).mock.lastCall as [Keyframe[], number]
  expect(duration).toBe(500)
  const away = { translate: '100px -300px', scale: 0.55, opacity: 0 }
  expect(frames.slice(0, 2)).toMatchObject([away, { ...away, offset: 0.2 }])
  expect(frames[2]).toMatchObject({ opacity: 1 })
  expect(frames.slice(3)).toMatchObject([
    { translate: 'none', scale: 1, offset: 0.72 },
    { translate: 'none', scale: 1, opacity: 1 },
  ])
})

test('a card that is dealt has the time for its way, however soon the others are to rest', () => {
  card.animate = vi.fn()
  deal(card, new DOMRect(100, 400, 50, 70), 0, 10)
  expect(vi.mocked(card.animate).mock.lastCall![1]).toBe(260)
})

test('a hand is at rest when its last card is', () => {
  vi.useFakeTimers()
  dealtUntil(performance.now() + 500)
  expect(untilRest()).toBe(500)
  vi.advanceTimersByTime(600)
  expect(untilRest()).toBe(0)
  vi.useRealTimers()
})

test('a card that is lost turns away on its way', () => {
  expect(travel(card, { names: ['seat:1'], turns: true }).css!(0, 1)).toContain('rotate: y 90deg')
})

test('a trick is swept to its taker and is gone there', () => {
  expect(sweep(card, { names: ['seat:1'] }).css!(0, 1)).toBe(
    'translate: -100px -400px; scale: 0.3; opacity: 0',
  )
})

test('nothing travels where nothing is to move, and none from where nobody knows', () => {
  expect(travel(card, { names: ['nowhere'] })).toEqual({ duration: 0 })
  prefer('motion', 'none')
  expect([travel(card, { names: ['centre'] }), sweep(card, { names: ['seat:1'] })]).toEqual([
    { duration: 0 },
    { duration: 0 },
  ])
  card.animate = vi.fn()
  deal(card, new DOMRect(), 0, 0)
  expect(card.animate).not.toHaveBeenCalled()
})
