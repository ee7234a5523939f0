// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { prefer } from '../lib/preferences.svelte'
import { isFlick, lifts } from './taps'

afterEach(() => prefer('lifting', 'touch'))

test.each([
  ['touch', 'touch', true],
  ['touch', 'mouse', false],
  ['touch', 'pen', false],
  ['touch', '', false],
  ['always', 'mouse', true],
  ['always', 'touch', true],
  ['never', 'touch', false],
  ['never', 'mouse', false],
] as const)('with %s, a first tap by %j only lifts a card: %j', (lifting, pointer, is) => {
  prefer('lifting', lifting)
  expect(lifts(pointer)).toBe(is)
})

const at = (clientX: number, clientY: number, timeStamp: number, pointerType = 'touch') => ({
  clientX,
  clientY,
  timeStamp,
  pointerType,
})

test.each([
  ['a quick stroke up', at(105, 240, 120), true],
  ['a long one', at(120, 20, 300), true],
  ['a slow one, which is a drag', at(105, 240, 900), false],
  ['a tap', at(102, 296, 60), false],
  ['a stroke down', at(100, 380, 120), false],
  ['a stroke aside', at(190, 250, 120), false],
])('%s', (_, end, is) => {
  expect(isFlick(at(100, 300, 0), end)).toBe(is)
})

test('a mouse does not flick', () => {
  expect(isFlick(at(100, 300, 0, 'mouse'), at(105, 240, 120, 'mouse'))).toBe(false)
})
