import { expect, test } from 'vitest'
import { headAt, momentNear } from './along'
import type { Segment } from './timeline'

const segment = (from: number, to: number): Segment => ({ kind: 'trick', number: 1, from, to, seat: null })
const box = (left: number, width: number) =>
  ({ getBoundingClientRect: () => ({ left, width }) }) as unknown as Element

test.each([
  [0, 0],
  [1, 0.125],
  [4, 0.5],
  [8, 1],
])('the head of moment %i is at %f of the timeline', (index, part) => {
  expect(headAt([segment(1, 4), segment(5, 8)], index)).toBeCloseTo(part)
})

test('a segment of many moves is no wider than one of sixteen', () => {
  expect(headAt([segment(1, 16), segment(17, 80)], 16)).toBeCloseTo(0.5)
})

test.each([
  [0, 4],
  [14, 5],
  [39, 8],
  [500, 8],
])('at %i the nearest moment is %i', (x, index) => {
  expect(momentNear(x, box(0, 40), [box(0, 40)], [segment(5, 8)], 4)).toBe(index)
})
