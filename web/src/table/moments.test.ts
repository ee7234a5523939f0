import { expect, test } from 'vitest'
import { event } from '../../tests/events'
import type { View } from '../lib/protocol'
import { saidIn, soundsOf } from './moments'
import type { TableState } from './state'

const name = (move: string) => (move === 'pon 9D 9C' ? 'Pon 9♦ 9♣' : null)
const move = (seat: number, move: string) => event({ kind: 'move', seat, move })

/** A state of a table as seat 0 sees it. */
function state(acting: number[], result: number[] | null = null, phase = 'play'): TableState {
  const standing = { result, over: false, winners: [] }
  return { view: { seat: 0, acting, phase } as unknown as View, standing } as unknown as TableState
}

test('a claim is said by who makes it, but not by the viewer', () => {
  expect(saidIn([move(1, 'pon 9D 9C')], 0, name)).toEqual({ seat: 1, text: 'Pon 9♦ 9♣' })
  expect(saidIn([move(0, 'pon 9D 9C')], 0, name)).toBeNull()
})

test('a card is played without a word', () => {
  expect(saidIn([move(1, '9D')], 0, () => 'nine')).toBeNull()
})

test('a secret call is not said', () => {
  expect(saidIn([move(1, 'call ?')], 0, () => 'calls')).toBeNull()
})

test('a card is heard, then the trick, then that it is your turn', () => {
  const events = [move(3, '9D'), event({ kind: 'trick', seat: 0 })]
  expect(soundsOf(state([3]), state([0]), events)).toEqual({ first: ['card'], last: ['trick', 'turn'] })
})

test('nobody is called who was asked already', () => {
  expect(soundsOf(state([0]), state([0]), [move(1, 'pass')]).last).toEqual([])
})

test.each([
  [[4, 3, 5, 1], 'lost'],
  [[5, 3, 5, 1], 'won'],
])('a round that brought %j is %s', (result, heard) => {
  expect(soundsOf(state([3]), state([], result), []).last).toEqual([heard])
})
