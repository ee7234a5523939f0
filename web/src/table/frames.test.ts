import { expect, test } from 'vitest'
import { event } from '../../tests/events'
import type { Pile } from '../lib/protocol'
import { trickFrames, type TrickView } from './frames'

const base = { acting: [2], hand_sizes: [5, 5, 6, 6], table: [], last_trick: [] } as unknown as TrickView

test('a card played is one picture', () => {
  const view = { ...base, table: [{ seat: 1, cards: ['QH'] }] }
  expect(trickFrames(base, view, [event({ kind: 'move', seat: 1, move: 'QH' })])).toMatchObject([{ view }])
})

test('a whole trick is seen before it is swept', () => {
  const shown: TrickView = { ...base, table: [{ seat: 1, cards: ['QH'] }] }
  const whole: Pile[] = [
    { seat: 1, cards: ['QH'] },
    { seat: 2, cards: ['KH'] },
  ]
  const view = { ...base, hand_sizes: [5, 5, 5, 6], last_trick: whole }
  const frames = trickFrames(shown, view, [event({ kind: 'trick', seat: 2, cards: ['QH', 'KH'] })])
  expect(frames.map(({ view }) => view.table)).toEqual([whole, []])
  expect(frames[0]!.view.hand_sizes).toEqual([5, 5, 5, 6])
  expect(frames[0]!.view.acting).toEqual([])
})

test('a play of several cards leaves as many fewer in the hand', () => {
  const whole: Pile[] = [{ seat: 1, cards: ['KS', 'KS'] }]
  const view = { ...base, hand_sizes: [5, 3, 6, 6], last_trick: whole }
  const frames = trickFrames(base, view, [event({ kind: 'trick', seat: 1 })])
  expect(frames[0]!.view.hand_sizes).toEqual([5, 3, 6, 6])
})

test('the card that takes the trick is known as it builds, and a whole trick has all its points', () => {
  const shown = { ...base, winning: 1, stake: 10, table: [{ seat: 1, cards: ['TH'] }] }
  const view = {
    ...base,
    winning: null,
    stake: 0,
    taker: 2,
    last_trick: [...shown.table, { seat: 2, cards: ['KH'] }],
  }
  const [whole, swept] = trickFrames<TrickView>(shown, view, [event({ kind: 'trick', seat: 2, count: 20 })])
  expect(whole!.view).toMatchObject({ winning: 2, taker: 2, stake: 20 })
  expect(swept!.view).toMatchObject({ winning: null, stake: 0 })
})
