import { expect, test } from 'vitest'
import { axisOf, placed, placeOn } from './dots'

test.each([
  [[3], [2, 3, 4]],
  [
    [2, 3, 4],
    [1, 2, 3, 4, 5],
  ],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [12, 61],
    [0, 20, 40, 60, 80],
  ],
  [
    [-40, 35],
    [-50, 0, 50],
  ],
  [
    [-3, 260],
    [-100, 0, 100, 200, 300],
  ],
])('the line for %j has marks at %j', (results, ticks) => {
  expect(axisOf(results).ticks).toEqual(ticks)
})

test('every line holds its results, has space beyond the best, and few marks', () => {
  for (let least = -90; least < 90; least += 7)
    for (let span = 0; span < 4000; span = 2 * span + 1) {
      const axis = axisOf([least, least + span])
      expect(placeOn(axis, least)).toBeGreaterThanOrEqual(0)
      expect(placeOn(axis, least + span)).toBeLessThan(1)
      expect(axis.ticks.length).toBeLessThanOrEqual(7)
      expect([axis.ticks[0], axis.ticks.at(-1)]).toEqual([axis.from, axis.to])
    }
})

test('equal results stand on one another, and near ones have no space side by side', () => {
  const axis = { from: 0, to: 100, ticks: [] }
  const all = [50, 50, 50, 54, 80].map((result) => ({ result }))
  const rows = placed(all, axis, 200, () => 32).map(({ row }) => row)
  expect(rows).toEqual([0, 1, 2, 3, 0])
})

test('no two faces lie on one another, however many there are', () => {
  const axis = axisOf([0, 120])
  const all = Array.from({ length: 60 }, (_, i) => ({ result: (i * 37) % 121 }))
  const dots = placed(all, axis, 300, () => 32)
  for (const one of dots)
    for (const other of dots)
      if (one !== other && one.row === other.row) expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(32)
})
