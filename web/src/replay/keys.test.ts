import { expect, test } from 'vitest'
import { commandFor } from './keys'

const press = (key: string, characters = true) =>
  commandFor({ key, ctrlKey: false, altKey: false, metaKey: false }, characters)

test.each([
  ['ArrowLeft', { kind: 'card', by: -1 }],
  ['ArrowRight', { kind: 'card', by: 1 }],
  ['[', { kind: 'trick', by: -1 }],
  [']', { kind: 'trick', by: 1 }],
  ['Home', { kind: 'first' }],
  ['End', { kind: 'last' }],
  ['n', { kind: 'decision', by: 1 }],
  ['N', { kind: 'decision', by: -1 }],
  [' ', { kind: 'play' }],
  ['A', { kind: 'open' }],
  ['2', { kind: 'view', number: 1 }],
  ['w', { kind: 'what_if' }],
  ['x', null],
])('%s', (key, command) => {
  expect(press(key)).toEqual(command)
})

test('characters can be turned off, and a shortcut of the browser is none of ours', () => {
  expect(['[', 'n', 'a', '1'].map((key) => press(key, false))).toEqual([null, null, null, null])
  expect(press('ArrowLeft', false)).toEqual({ kind: 'card', by: -1 })
  expect(commandFor({ key: 'n', ctrlKey: true, altKey: false, metaKey: false }, true)).toBeNull()
})
