import { describe, expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import type { Event, ReplayMoment } from '../lib/protocol'
import { snapshotAt, updateTo } from './messages'
import {
  cardsOnlyGoFrom,
  decisionFrom,
  indexOf,
  inSteps,
  isResult,
  moverOf,
  segmentsOf,
  trickBack,
  trickForward,
} from './timeline'

/** A round as it is sent: each entry is what was told at a moment; the first is the deal. */
function roundOf(told: readonly (readonly Event[])[], decisions: readonly number[] = []): ReplayMoment[] {
  return told.map((events, at) => {
    const version = at + 1
    const over = events.some(({ kind }) => kind === 'round')
    return {
      at,
      version,
      view: { phase: over ? 'over' : 'play', acting: [], table: [], hand: [] },
      standing: { result: over ? [1, -1] : null, scores: over ? [1, -1] : [0, 0] },
      events: events.map((one) => ({ ...one, version })),
      decision: decisions.includes(at),
      hands: null,
    } as unknown as ReplayMoment
  })
}

const deal = event({ kind: 'deal', seat: 0, count: 1 })
const trick = (seat: number) => event({ kind: 'trick', seat })
const end = event({ kind: 'round', scores: [1, -1] })
const bid: Event = { ...moved(0, 'bid'), action: 'bid' }
const draw = (seat: number): Event => ({ ...moved(seat, 'draw'), action: 'draw' })
const discard = (seat: number): Event => ({ ...moved(seat, 'discard 4H'), action: 'discard' })

const TRICKS = roundOf([
  [deal],
  [bid],
  [moved(0, 'QH')],
  [moved(1, 'QC'), trick(0)],
  [moved(0, '2H')],
  [moved(1, '3H'), trick(1), end],
])

const cut = (moments: readonly ReplayMoment[], turnEnd: string | null = null) =>
  segmentsOf(moments, turnEnd).map(({ kind, number, from, to, seat }) => [kind, number, from, to, seat])

describe('a game of tricks', () => {
  const moments = inSteps(TRICKS, 0)

  test('has a segment a trick, one for all before the first, and the result', () => {
    expect(cut(moments)).toEqual([
      ['before', 1, 1, 1, null],
      ['trick', 1, 2, 3, 0],
      ['trick', 2, 4, 5, 1],
      ['result', 1, 6, 6, null],
    ])
  })

  test('shows the last card on a table that has not ended, and then the result', () => {
    const [card, result] = moments.slice(-2)
    expect([card!.view.phase, card!.standing.result, moverOf(card!), isResult(card!)]).toEqual([
      'play',
      null,
      1,
      false,
    ])
    expect([result!.view.phase, result!.at, isResult(result!)]).toEqual(['over', 6, true])
    expect(result!.events.map(({ kind }) => kind)).toEqual(['round'])
  })

  test('is gone through by tricks, to the end of each', () => {
    const segments = segmentsOf(moments, null)
    expect([0, 1, 2, 3, 4, 6].map((at) => trickForward(segments, at))).toEqual([1, 3, 3, 5, 5, 6])
    expect([0, 1, 2, 3, 4, 6].map((at) => trickBack(segments, at))).toEqual([0, 0, 1, 1, 3, 5])
  })

  test('has prints of the cards that are gone from its first trick on', () => {
    expect(cardsOnlyGoFrom(segmentsOf(moments, null))).toBe(1)
  })
})

describe('a game of turns', () => {
  const moments = inSteps(
    roundOf([[deal], [draw(0)], [discard(0)], [moved(0, 'pass')], [draw(1)], [discard(1)], [draw(0)]]),
    0,
  )

  test('has a segment a turn, which begins with the answers to the discard before', () => {
    expect(cut(moments, 'discard')).toEqual([
      ['turn', 1, 1, 2, 0],
      ['turn', 2, 3, 5, 1],
      ['turn', 3, 6, 6, 0],
    ])
    expect(cardsOnlyGoFrom(segmentsOf(moments, 'discard'))).toBeNull()
  })

  test('is cut where another seat moves, where nothing ends a turn', () => {
    expect(cut(moments).map(([, , from, to, seat]) => [from, to, seat])).toEqual([
      [1, 3, 0],
      [4, 5, 1],
      [6, 6, 0],
    ])
  })
})

test('what passes by itself is no step, unless the own move follows from it', () => {
  const told = roundOf([[deal], [], [], [moved(1, 'call')], [], [], [moved(0, 'call')]], [1, 2, 4, 5])
  expect(inSteps(told, 0).map(({ at }) => at)).toEqual([0, 3, 5, 6])
  expect(inSteps(told, null).map(({ at }) => at)).toEqual([0, 3, 6])
})

test('the next decision is the moment before a move that could have been another', () => {
  const moments = roundOf(
    [[deal], [moved(0, 'QH')], [moved(1, '2H')], [moved(0, '3H')], [moved(1, '4H')]],
    [0, 1, 2, 3],
  )
  const forced = roundOf([[deal], [moved(0, 'QH')], [moved(1, '2H')], [moved(0, '3H')]], [0])
  expect([0, 1, 2].map((at) => decisionFrom(moments, at, 0))).toEqual([2, 2, null])
  expect(decisionFrom(moments, 2, 0, -1)).toBe(0)
  expect(decisionFrom(forced, 0, 0)).toBeNull()
  expect(decisionFrom(moments, 0, null)).toBeNull()
})

test('a moment is found by the steps that stand, past the end the last', () => {
  const moments = inSteps(TRICKS, 0)
  expect([0, 3, 6, 99].map((at) => indexOf(moments, at))).toEqual([0, 3, 6, 6])
})

describe('messages', () => {
  const shown = { table: {} as never, marks: [], decided: null }
  const moments = inSteps(TRICKS, 0)

  test('a jump tells all that happened by then', () => {
    const { events, version, choices } = snapshotAt(shown, moments, 3)
    expect(events.map(({ kind }) => kind)).toEqual(['deal', 'move', 'move', 'move', 'trick'])
    expect([version, choices.moves, choices.cards]).toEqual([4, [], []])
  })

  test('a step tells what happened since; the result, and a step from nowhere, are jumps', () => {
    expect(updateTo(shown, moments, 3)).toMatchObject({
      since: 3,
      version: 4,
      events: [{ kind: 'move' }, {}],
    })
    expect(updateTo(shown, moments, 6)).toBeNull()
    expect(updateTo(shown, moments, 0)).toBeNull()
  })
})
