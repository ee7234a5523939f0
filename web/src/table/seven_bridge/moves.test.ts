import { expect, test } from 'vitest'
import { move, moved } from '../../../tests/events'
import type { SevenBridgeView } from '../../lib/protocol'
import { attempt, originOf, waysOf } from './moves'

test('moves that differ in what the joker stands for are one way', () => {
  const ways = waysOf(
    ['meld JK=6H 8H 7H', 'meld JK=9H 8H 7H', 'lay JK=9H 1', 'lay JK=9H 2', 'discard JK'].map((text) =>
      move(text),
    ),
  )
  expect(ways.map(({ kind, meld, moves }) => [kind, meld, moves.length])).toEqual([
    ['meld', null, 2],
    ['lay', 1, 1],
    ['lay', 2, 1],
    ['discard', null, 1],
  ])
  expect(ways[0]!.cards).toEqual(['JK', '8H', '7H'])
  expect(ways[1]!.cards).toEqual(['JK=9H'])
})

test('what is nothing is sent with the word of the view', () => {
  const view = { verb: 'chi', hand: ['9S', '7H', '2D'] } as unknown as SevenBridgeView
  expect(attempt(view, ['7H', '9S']).moves.map(({ text }) => text)).toEqual(['chi 9S 7H'])
})

test('a card in a meld came from the hand of who laid it, or from the pile', () => {
  const events = [moved(1, 'discard 9H'), moved(0, 'pon 9C 9D'), moved(2, 'lay JK=9S 0')]
  expect(originOf('9H', events, 0)).toEqual(['pile'])
  expect(originOf('9C', events, 0)).toEqual(['card:9C', 'seat:0'])
  expect(originOf('JK', events, 0)).toEqual(['seat:2'])
})
