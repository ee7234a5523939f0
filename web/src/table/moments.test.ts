// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import { speak } from '../../tests/speak'
import type { View } from '../lib/protocol'
import { saidIn, soundsOf } from './moments'
import type { Scene } from './sentences'
import type { TableState } from './state'

const scene: Scene = { game: 'seven_bridge', unit: 'hand', players: 3, viewer: 0, lowFirst: true }

beforeAll(() => speak('seven_bridge'))

/** A state of a table as seat 0 sees it. */
function state(
  acting: number[],
  result: number[] | null = null,
  phase = 'play',
  bestTotal = 'highest',
): TableState {
  const standing = { result, over: false, winners: [] }
  const table = { best_total: bestTotal }
  return {
    table,
    view: { seat: 0, acting, phase } as unknown as View,
    standing,
  } as unknown as TableState
}

test('a claim is said by who makes it, but not by the viewer', () => {
  expect(saidIn([moved(1, 'pon 9D 9C')], scene)).toEqual({ seat: 1, text: 'Pon with 9♣ 9♦' })
  expect(saidIn([moved(0, 'pon 9D 9C')], scene)).toBeNull()
})

test('a card is played without a word', () => {
  expect(saidIn([moved(1, '9D')], scene)).toBeNull()
})

test('a secret call is not said', () => {
  expect(saidIn([moved(1, 'call ?')], scene)).toBeNull()
})

test('a card is heard, then the trick, then that it is your turn', () => {
  const events = [moved(3, '9D'), event({ kind: 'trick', seat: 0 })]
  expect(soundsOf(state([3]), state([0]), events)).toEqual({ first: ['card'], last: ['trick', 'turn'] })
})

test('nobody is called who was asked already', () => {
  expect(soundsOf(state([0]), state([0]), [moved(1, 'pass')]).last).toEqual([])
})

test.each([
  [[4, 3, 5, 1], 'lost'],
  [[5, 3, 5, 1], 'won'],
])('a round that brought %j is %s', (result, heard) => {
  expect(soundsOf(state([3]), state([], result), []).last).toEqual([heard])
})

test('where the fewest points win, the fewest are heard as won', () => {
  const after = state([], [1, 3, 5, 4], 'over', 'lowest')
  expect(soundsOf(state([3]), after, []).last).toEqual(['won'])
})
