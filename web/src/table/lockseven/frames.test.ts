import { expect, test } from 'vitest'
import type { LockSevenView } from '../../lib/protocol'
import { frames } from './frames'

const row = (suit: string, cards: string[]) => ({ suit, cards, sets: [] })
const view = (fields: object) =>
  ({ seat: 0, acting: [], host: null, table: [], last_trick: [], ...fields }) as unknown as LockSevenView

const shown = view({
  phase: 'deal',
  dealt: 8,
  hand: ['7S', '2S'],
  hand_sizes: [2, 2, 2, 2],
  rows: [row('T', ['7S']), row('S', ['2S'])],
})
const called = view({
  phase: 'bury',
  host: 1,
  dealt: 20,
  hand: ['7S', 'AS', 'AS', '3S', '2S'],
  hand_sizes: [5, 13, 5, 5],
  rows: [row('T', ['7S']), row('S', ['AS', 'AS', '3S', '2S'])],
})

test('alone with bots a call does not hurry the deal: it goes on card by card (LS-2.2)', () => {
  const made = frames(shown, called, [], 500)
  const hands = made.map(({ view }) => (view as LockSevenView).hand)
  expect(hands.map(({ length }) => length)).toEqual([3, 4, 5, 5])
  expect(made.slice(0, 3).map(({ hold, read }) => [hold, read])).toEqual(Array(3).fill([400, true]))
  const steps = made.slice(0, 3).map(({ view }) => view as LockSevenView)
  expect(steps.map(({ dealt, host }) => [dealt, host])).toEqual([
    [12, 1],
    [16, 1],
    [20, 1],
  ])
  for (const { hand, rows } of steps)
    expect(rows.flatMap(({ cards }) => cards).toSorted()).toEqual(hand.toSorted())
  expect(made.at(-1)?.view).toBe(called)
})

test('in company, and where bots take no time, the deal is over at once', () => {
  expect(frames(shown, called, [], 0).map(({ view }) => view)).toEqual([called])
})
