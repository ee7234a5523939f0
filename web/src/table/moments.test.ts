// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { event, move, moved } from '../../tests/events'
import { speak } from '../../tests/speak'
import type { View } from '../lib/protocol'
import { saidIn, soundsOf } from './moments'
import type { Scene } from './scene'
import type { TableState } from './state'

const scene: Scene = { game: 'seven_bridge', unit: 'hand', players: 3, viewer: 0, lowFirst: true }

beforeAll(() => speak('seven_bridge'))

/** A state of a table as seat 0 sees it; with `over` the match is over, and seat 0 has won it. */
function state(acting: number[], winners: number[] | null = null, moves: string[] = [], over = false) {
  const standing = { result: winners && [], round_winners: winners, over, winners: over ? [0] : [] }
  return {
    view: { seat: 0, acting } as unknown as View,
    choices: { moves: moves.map(move) },
    standing,
  } as unknown as TableState
}

test('a move that is said is said by who makes it, but not by the viewer', () => {
  expect(saidIn([moved(1, 'pon 9D 9C', 1, 'said')], scene)).toEqual({ seat: 1, text: 'Pon with 9♣ 9♦' })
  expect(saidIn([moved(0, 'pon 9D 9C', 1, 'said')], scene)).toBeNull()
})

test('a bid of a game that has no words for it is said as it is written', () => {
  const bid = moved(1, 'bid 3', 1, 'said')
  expect(saidIn([bid], { ...scene, game: 'hearts' })).toEqual({ seat: 1, text: 'bid 3' })
})

test.each(['seen', 'staged'] as const)('a move that is %s is made without a word', (manner) => {
  expect(saidIn([moved(1, 'pon 9D 9C', 1, manner)], scene)).toBeNull()
})

test('a card is heard, then the trick, then that it is your turn', () => {
  const events = [moved(3, '9D'), event({ kind: 'trick', seat: 0 })]
  expect(soundsOf(state([3]), state([0]), events)).toEqual({ first: ['card'], last: ['trick', 'turn'] })
})

test('nobody is called who was asked already', () => {
  expect(soundsOf(state([0]), state([0]), [moved(1, 'pass')]).last).toEqual([])
})

test('whoever may pass hears that something is offered, in any phase of any game', () => {
  const after = state([0], null, ['bid 3', 'pass'])
  expect(soundsOf(state([3]), after, []).last).toEqual(['claim'])
})

test.each([
  [[2], 'lost'],
  [[0, 2], 'won'],
  [[], 'trick'],
])('a round that %j have won is heard as %s', (winners, heard) => {
  expect(soundsOf(state([3]), state([], winners), []).last).toEqual([heard])
})

test('at the end of the match, winning it is what is heard', () => {
  expect(soundsOf(state([3]), state([], [2], [], true), []).last).toEqual(['won'])
})
