import { expect, test } from 'vitest'
import type { Event } from '../lib/protocol'
import { logOf } from './log'
import { event } from '../../tests/events'

const move = (seat: number, text: string): Event => event({ kind: 'move', version: 1, seat, move: text })

test('moves stand trick by trick with who took it', () => {
  const events = [move(0, 'QH'), move(1, 'QC'), event({ kind: 'trick', version: 2, seat: 0 }), move(2, '3D')]
  expect(logOf(events)).toEqual([
    {
      lines: [
        { seat: 0, move: 'QH' },
        { seat: 1, move: 'QC' },
      ],
      taker: 0,
    },
    { lines: [{ seat: 2, move: '3D' }], taker: null },
  ])
})

test('what chance did stands with the trick that follows', () => {
  const events: Event[] = [
    move(0, 'QH'),
    event({ kind: 'trick', version: 2, seat: 0 }),
    event({ kind: 'chance', version: 3, seat: null, move: '0 lose ?' }),
    event({ kind: 'lost', version: 3, seat: 0 }),
    move(1, '2S'),
  ]
  expect(logOf(events)[1]!.lines).toEqual([
    { seat: null, move: '0 lose ?' },
    { seat: 1, move: '2S' },
  ])
})

test('a deal alone is an empty log', () => {
  expect(logOf([event({ kind: 'deal', version: 1, seat: 0, count: 1 })])).toEqual([])
})

test('a trick that passes is one that nobody takes', () => {
  const events: Event[] = [
    event({ kind: 'chance', version: 1, move: '0 lose ?' }),
    event({ kind: 'passed', version: 1 }),
  ]
  expect(logOf(events)).toEqual([{ lines: [{ seat: null, move: '0 lose ?' }], taker: null }])
})

test('without tricks a line holds a turn, from its first move to its last', () => {
  const events = [move(0, 'draw'), move(0, 'discard KD'), move(2, 'pon KC KS'), move(2, 'discard 3D')]
  const turns = logOf(events, (move) => move.startsWith('discard'))
  expect(turns.map(({ lines }) => lines.map(({ move }) => move))).toEqual([
    ['draw', 'discard KD'],
    ['pon KC KS', 'discard 3D'],
  ])
})
