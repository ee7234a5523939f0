import { expect, test } from 'vitest'
import type { Event, SevenBridgeView } from '../../lib/protocol'
import { attempt, endOf, originOf, readPlay, waysOf } from './moves'

test('a move is read with its cards and its meld', () => {
  expect(readPlay('draw')).toEqual({ kind: 'draw', cards: [], meld: null })
  expect(readPlay('meld JK=6H 7H 8H')).toEqual({ kind: 'meld', cards: ['JK=6H', '7H', '8H'], meld: null })
  expect(readPlay('lay 5D 12')).toEqual({ kind: 'lay', cards: ['5D'], meld: 12 })
})

test('moves that differ in what the joker stands for are one way', () => {
  const ways = waysOf(['meld JK=6H 8H 7H', 'meld JK=9H 8H 7H', 'lay JK=9H 1', 'lay JK=9H 2', 'discard JK'])
  expect(ways.map(({ kind, meld, moves }) => [kind, meld, moves.length])).toEqual([
    ['meld', null, 2],
    ['lay', 1, 1],
    ['lay', 2, 1],
    ['discard', null, 1],
  ])
  expect(ways[0]!.cards).toEqual(['JK', '8H', '7H'])
  expect(ways[1]!.cards).toEqual(['JK=9H'])
})

test.each([
  ['meld', 'meld 9S 7H'],
  ['draw', 'chi 9S 7H'],
  ['claim', 'pon 9S 7H'],
])('what is nothing in the phase %s is sent as %s', (phase, move) => {
  const view = { phase, hand: ['9S', '7H', '2D'] } as unknown as SevenBridgeView
  expect(attempt(view, ['7H', '9S']).moves).toEqual([move])
})

test.each([
  ['5H 6H 7H', '4H', 'low'],
  ['5H 6H 7H', '8H', 'high'],
  ['JK=5H 6H 7H', '4H', 'low'],
  ['5H 6H JK=7H', 'JK=8H', 'high'],
  ['JH QH KH', 'AH', 'high'],
  ['2H 3H 4H', 'AH', 'low'],
  ['9C 9D 9S', '9H', 'high'],
  ['7S', '6S', 'low'],
])('beside %s the %s lies at the %s end', (meld, card, end) => {
  expect(endOf(meld.split(' '), card)).toBe(end)
})

test('a card in a meld came from the hand of who laid it, or from the pile', () => {
  const move = (seat: number, move: string) => ({ kind: 'move', seat, move }) as Event
  const events = [move(1, 'discard 9H'), move(0, 'pon 9C 9D'), move(2, 'lay JK=9S 0')]
  expect(originOf('9H', events, 0)).toEqual(['pile'])
  expect(originOf('9C', events, 0)).toEqual(['card:9C', 'seat:0'])
  expect(originOf('JK', events, 0)).toEqual(['seat:2'])
})
