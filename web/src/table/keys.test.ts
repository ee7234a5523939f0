import { describe, expect, test } from 'vitest'
import { commandFor, isForHand } from './keys'

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  timeStamp: 7,
  ...held,
})

describe('a key', () => {
  test.each([
    ['ArrowLeft', { kind: 'step', direction: 'left' }],
    ['ArrowDown', { kind: 'step', direction: 'down' }],
    [' ', { kind: 'select', at: 7 }],
    ['Enter', { kind: 'play' }],
    ['Escape', { kind: 'clear' }],
    ['h', { kind: 'suit', suit: 'H' }],
    ['C', { kind: 'suit', suit: 'C' }],
    ['1', { kind: 'offer', index: 0 }],
    ['9', { kind: 'offer', index: 8 }],
    ['0', { kind: 'pass' }],
    ['?', { kind: 'help' }],
    ['l', { kind: 'last_trick' }],
    ['R', { kind: 'repeat' }],
    ['p', { kind: 'points' }],
    ['i', { kind: 'hint' }],
    ['u', { kind: 'take_back' }],
  ])('%s asks for %j', (key, command) => {
    expect(commandFor(press(key), true)).toEqual(command)
  })

  test.each(['x', 'Tab', 'F5', 'Shift'])('%s asks for nothing', (key) => {
    expect(commandFor(press(key), true)).toBeNull()
  })

  test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s is the browser’s', (modifier) => {
    expect(commandFor(press('r', { [modifier]: true }), true)).toBeNull()
  })
})

test('letters, digits and signs can be turned off, other keys not', () => {
  for (const key of ['s', 'h', '1', '0', '?', 'i']) expect(commandFor(press(key), false)).toBeNull()
  expect(commandFor(press('Enter'), false)).toEqual({ kind: 'play' })
})

test('what is about the cards is for the hand alone', () => {
  expect(isForHand({ kind: 'play' })).toBe(true)
  expect(isForHand({ kind: 'hint' })).toBe(false)
})
