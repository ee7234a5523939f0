// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drag } from './drag'

let card: HTMLElement
const drop = vi.fn()
const at = (type: string, clientX: number, clientY: number) =>
  new MouseEvent(type, { clientX, clientY, bubbles: true, cancelable: true }) as PointerEvent

beforeEach(() => {
  vi.useFakeTimers()
  drop.mockClear()
  document.body.innerHTML = '<div data-drop="table"><b>middle</b></div><li>card</li>'
  card = document.querySelector('li')!
  // whatever lies higher than 100 is the table
  document.elementFromPoint = (_, y) => document.querySelector(y < 100 ? 'b' : 'li')
  drag(at('pointerdown', 50, 300), [card], drop)
})
afterEach(() => vi.useRealTimers())

test('a card let go over a target is dropped there', () => {
  dispatchEvent(at('pointermove', 60, 80))
  expect([card.style.translate, document.querySelector('[data-over]')]).toEqual([
    '10px -220px',
    document.querySelector('[data-drop]'),
  ])
  dispatchEvent(at('pointerup', 60, 80))
  expect(drop.mock.calls).toEqual([['table']])
  expect(document.querySelector('[data-over]')).toBeNull()
  vi.runAllTimers()
  expect(card.style.translate).toBe('')
})

test('a card let go elsewhere goes back, and it was no tap', () => {
  dispatchEvent(at('pointermove', 90, 300))
  dispatchEvent(at('pointerup', 90, 300))
  const click = at('click', 90, 300)
  card.dispatchEvent(click)
  expect([drop.mock.calls.length, click.defaultPrevented]).toEqual([0, true])
})

test('a card that is flicked upwards by a finger is dropped on no target, once', () => {
  const touched = (type: string, y: number) => Object.assign(at(type, 60, y), { pointerType: 'touch' })
  drag(touched('pointerdown', 300), [card], drop)
  dispatchEvent(touched('pointermove', 240))
  dispatchEvent(touched('pointerup', 240))
  expect(drop.mock.calls).toEqual([['']])
  vi.runAllTimers()
})

test('a press that hardly moves is a tap', () => {
  dispatchEvent(at('pointermove', 53, 303))
  dispatchEvent(at('pointerup', 53, 303))
  const click = at('click', 53, 303)
  card.dispatchEvent(click)
  expect([drop.mock.calls.length, click.defaultPrevented]).toEqual([0, false])
})
