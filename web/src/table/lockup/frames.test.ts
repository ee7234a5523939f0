import { expect, test } from 'vitest'
import { lockupFrames } from './frames'
import type { LockupView } from './view'
import { event } from '../../../tests/events'

const base = { acting: [2], hand_sizes: [5, 5, 6, 6], table: [], last_trick: [] } as unknown as LockupView

test('a card played is one picture', () => {
  const view = { ...base, table: [{ seat: 1, cards: ['QH'] }] }
  expect(lockupFrames(base, view, [event({ kind: 'move', version: 2, seat: 1, move: 'QH' })])).toMatchObject([
    { view },
  ])
})

test('a whole trick is seen before it is swept', () => {
  const shown = { ...base, table: [{ seat: 1, cards: ['QH'] }] }
  const whole = [
    { seat: 1, cards: ['QH'] },
    { seat: 2, cards: ['KH'] },
  ]
  const view = { ...base, hand_sizes: [5, 5, 5, 6], last_trick: whole }
  const frames = lockupFrames(shown, view, [
    event({ kind: 'trick', version: 3, seat: 2, cards: ['QH', 'KH'] }),
  ])
  expect(frames.map(({ view }) => view.table)).toEqual([whole, []])
  expect(frames[0]!.view.hand_sizes).toEqual([5, 5, 5, 6])
  expect(frames[0]!.view.acting).toEqual([])
})
