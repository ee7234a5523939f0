import { expect, test } from 'vitest'
import { band } from './numbers'

test('a band is seen whole, and Medium is in the middle of its line', () => {
  for (const [mean, reach] of [
    [3, 1],
    [-40, 11],
    [0, 2],
  ] as const) {
    const place = band({ mean, reach })
    expect(Math.min(place.from, 100 - place.to)).toBeCloseTo(6)
    expect(Math.sign(place.mean - 50)).toBe(Math.sign(mean))
    expect(place.mean - place.from).toBeCloseTo(place.to - place.mean)
  }
})

test('who is always as good as Medium has a point in the middle', () => {
  expect(band({ mean: 0, reach: 0 })).toEqual({ from: 50, mean: 50, to: 50 })
})
