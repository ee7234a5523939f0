// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../tests/speak'
import type { View } from '../lib/protocol'
import { roundFields, seatFields } from './plain'

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

test('a number is a seat if the last word of its name is a word for one', () => {
  expect(lines({ dealer: 0, next_dealer: 1, dealer_points: 1 })).toEqual([
    ['dealer', 'You'],
    ['next_dealer', 'West'],
    ['dealer_points', '1'],
  ])
})

test('without tricks the taker is a line, and a seat', () => {
  expect(lines({ taker: 2 })).toEqual([['taker', 'North']])
})

test('a number for each seat stands with the seats', () => {
  const fields = { tricks: [3, 0, 1, 2], dealt: [1, 2] }
  expect(seatFields({ ...view, ...fields }, 3)).toEqual([{ name: 'tricks', value: 2 }])
})
