import { expect, test } from 'vitest'
import { opponents, compassOf } from './seats'

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
