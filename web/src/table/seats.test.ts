// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../tests/speak'
import { compassOf, opponents, seatName, type SeatingView } from './seats'

beforeAll(() => speak('lockup'))

test('play goes to the left: the next to play sits at the left', () => {
  const seating = { players: 4, viewer: 1 }
  expect([1, 2, 3, 0].map((seat) => compassOf(seat, seating))).toEqual(['south', 'west', 'north', 'east'])
})

test('T7-1.2: play goes to the right: the next to play sits at the right', () => {
  const seating = { players: 3, viewer: 1, toRight: true }
  expect([1, 2, 0].map((seat) => compassOf(seat, seating))).toEqual(['south', 'east', 'west'])
})

test('the others stand from left to right', () => {
  expect(opponents({ players: 4, viewer: 0 })).toEqual([1, 2, 3])
  expect(opponents({ players: 3, viewer: 0, toRight: true })).toEqual([2, 1])
})

test('several people without a name, as in a round from a file, are told apart by where they sit', () => {
  const one = { bot: null, free: false, name: null, you: false }
  const seating = (people: unknown) => ({ players: 3, viewer: null, people }) as unknown as SeatingView
  const named = [0, 1, 2].map((seat) => seatName(seat, seating([one, one, one])))
  expect(new Set(named).size).toBe(3)
  expect(seatName(0, seating([one, { ...one, name: 'Ann' }, { ...one, bot: 'easy' }]))).toBe('Guest')
})
