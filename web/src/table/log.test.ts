import { expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import type { Event } from '../lib/protocol'
import { tricksBegun, logOf, standing } from './log'

const texts = (events: readonly Event[], turnEnd?: string) =>
  logOf(events, turnEnd).map(({ moves, taker }) => [moves.map(({ move }) => move), taker])
const trick = (seat: number) => event({ kind: 'trick', version: 2, seat })
const lost = event({ kind: 'chance', version: 3, move: '0 lose ?' })

test('moves stand trick by trick with who took it', () => {
  const events = [moved(0, 'QH'), moved(1, 'QC'), trick(0), moved(2, '3D')]
  expect(texts(events)).toEqual([
    [['QH', 'QC'], 0],
    [['3D'], null],
  ])
})

test('what chance did stands with the trick that follows', () => {
  const events = [moved(0, 'QH'), trick(0), lost, event({ kind: 'lost', seat: 0 }), moved(1, '2S')]
  expect(texts(events)[1]).toEqual([['0 lose ?', '2S'], null])
})

test('a deal alone is an empty log', () => {
  expect(texts([event({ kind: 'deal', seat: 0, count: 1 })])).toEqual([])
})

test('a trick that passes closes its line, and nobody takes it', () => {
  expect(texts([lost, event({ kind: 'passed' }), lost, moved(1, '2S'), trick(1)])).toEqual([
    [['0 lose ?'], null],
    [['0 lose ?', '2S'], 1],
  ])
})

test('without tricks a line holds a turn, from its first move to its last', () => {
  const events = [moved(0, 'draw'), moved(0, 'discard KD'), moved(2, 'pon KC KS'), moved(2, 'discard 3D')]
  expect(texts(events, 'discard')).toEqual([
    [['draw', 'discard KD'], null],
    [['pon KC KS', 'discard 3D'], null],
  ])
})

test('a move that was taken back does not stand, nor does the trick that it completed', () => {
  const trick = event({ kind: 'trick', version: 2, seat: 1 })
  const back = event({ kind: 'take_back', version: 3, seat: 1, count: 1 })
  const again = moved(1, 'KH', 4)
  const events = [moved(0, 'QH', 1), moved(1, 'AH', 2), trick, back, again]
  expect(standing(events).map(({ move }) => move)).toEqual(['QH', 'KH'])
  expect(logOf(events)).toEqual([{ moves: [events[0], again], taker: null }])
})

test('a trick begins with the card led, also where one before it was taken back', () => {
  const events = [
    moved(0, 'call H', 1),
    moved(1, 'QS', 2),
    event({ kind: 'take_back', version: 3, seat: 1, count: 1 }),
    moved(1, 'KS', 4),
    moved(2, '3S', 5),
    event({ kind: 'trick', version: 5, seat: 1 }),
    moved(1, '3H', 6),
  ]
  expect([...tricksBegun(events)]).toEqual([
    [4, 1],
    [6, 2],
  ])
})
