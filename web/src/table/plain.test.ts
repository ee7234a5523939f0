// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../tests/speak'
import type { View } from '../lib/protocol'
import { isBid, lying, numbersOf, roles, roundFields, sidesOf, sortedHand, trumpOf } from './plain'

const scene = { game: 'none', unit: 'round', players: 4, viewer: 0 } as const
const view: View = {
  game: 'none',
  seat: 0,
  acting: [1],
  phase: 'play',
  hand: ['QS'],
  hand_sizes: [1, 1, 1, 1],
  leader: 1,
  table: [],
  verb: '',
  result_lines: [],
}
const trick = { last_trick: [], taker: 2, winning: 3 }

const lines = (fields: object) =>
  roundFields({ ...view, ...fields }, scene).map(({ name, text }) => [name, text])

beforeAll(() => speak('lockup'))

test('what every view has, and what is drawn with the trick, is no line', () => {
  expect(lines({})).toEqual([])
  expect(lines(trick)).toEqual([])
})

test('a field that the server calls a seat is no line, but what the seat is', () => {
  const told = { ...scene, seatFields: ['dealer', 'passed'] }
  const shown = { ...view, dealer: 0, passed: [0, 2], dealer_points: 1 }
  expect(roundFields(shown, told).map(({ name }) => name)).toEqual(['dealer_points'])
  expect([0, 1, 2].map((seat) => roles(shown, seat, told))).toEqual([['dealer', 'passed'], [], ['passed']])
})

test('what lies on the table is drawn, and so are trump, sides and a hand that the game sorts', () => {
  const shown = {
    ...view,
    upcard: { cards: ['JH'], backs: 0, seat: null },
    sides: [{ seats: [0, 2], count: 1, wanted: 3 }],
    bags: [{ seats: [0, 2], count: 4, wanted: null }],
    trump: 'H',
    sorted_hand: [{ suit: 'H', cards: ['JH', 'JD', 'JD'] }],
  }
  expect(lines(shown)).toEqual([])
  expect(lying(shown)).toEqual([{ name: 'upcard', cards: ['JH'], backs: 0, seat: null }])
  expect(sidesOf(shown)).toEqual([
    { name: 'sides', sides: shown.sides },
    { name: 'bags', sides: shown.bags },
  ])
  expect(trumpOf(shown)).toBe('H')
  expect(sortedHand(shown, false)).toEqual([{ suit: 'H', trump: true, cards: ['JH', 'JD', 'JD.2'] }])
  expect(sortedHand(shown, true)![0]!.cards).toEqual(['JD.2', 'JD', 'JH'])
  expect([lying(view), sidesOf(view), trumpOf(view), sortedHand(view, false)]).toEqual([[], [], null, null])
})

test('a move lies among the bids that says a suit or a number, or that the game has there', () => {
  const said = (text: string, arg: string | null) => ({ text, kind: text.split(' ')[0]!, cards: [], arg })
  const moves = [said('bid 3', '3'), said('call H', 'H'), said('nil', null), said('pass', null)]
  expect(moves.map((move) => isBid(move, { ...scene, bids: ['nil'] }))).toEqual([true, true, true, false])
  expect(moves.map((move) => isBid(move, scene))).toEqual([true, true, false, false])
})

test('a number for each seat stands with the seats', () => {
  const fields = { tricks: [3, 0, 1, 2], dealt: [1, 2] }
  expect(numbersOf({ ...view, ...fields }, 3, scene)).toEqual([{ name: 'tricks', value: 2 }])
  expect(numbersOf({ ...view, ...fields }, 1, scene)).toEqual([])
})

test('a number that is not there yet is left out, and where one may be missing 0 is told', () => {
  const told = { ...scene, gapFields: ['bids'] }
  const bids = [null, 0, 3, null]
  const shown = { ...view, bids, tricks: [0, 0, 0, 1] }
  const of = (seat: number) => numbersOf(shown, seat, told)
  expect([0, 1, 2].map(of)).toEqual([[], [{ name: 'bids', value: 0 }], [{ name: 'bids', value: 3 }]])
  expect(of(3)).toEqual([{ name: 'tricks', value: 1 }])
  expect(lines({ bids, calls: [null, null, null, null] })).toEqual([])
})
