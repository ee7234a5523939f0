import { expect, test } from 'vitest'
import { spokenCode } from './chairs'
import { keyIn } from './links'

test.each([
  ['123 456 789', '123456789'],
  ['123-456-789', '123456789'],
  [' 123456789 ', '123456789'],
  ['https://cards.example/join/Ab3_x', 'Ab3_x'],
  ['Come and play: https://cards.example/join/Ab3_x?from=a', 'Ab3_x'],
  ['12345678', null],
  ['cards.example', null],
])('%j leads to %j', (typed, key) => {
  expect(keyIn(typed)).toBe(key)
})

test('a code is said in threes', () => {
  expect(spokenCode('123456789')).toBe('123 456 789')
})
