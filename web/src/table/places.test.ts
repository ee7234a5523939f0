// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { prefer } from '../lib/preferences.svelte'
import { place, sweep, travel } from './places'

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
  const { css, delay } = travel(card, { names: ['deck', 'centre'], wait: 76, deals: true })
  expect(delay).toBe(76)
  expect(css!(0, 1)).toBe('translate: 100px -300px; scale: 0.55; opacity: 0')
  expect(css!(1, 0)).toBe('translate: 0px 0px; scale: 1; opacity: 1')
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
})
