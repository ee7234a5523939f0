import { beforeEach, expect, test } from 'vitest'
import { isDue, mayCome, putOff } from './offer'

const round = (table: string, round: number, over = false) => ({ table, round, over })

beforeEach(() => localStorage.clear())

test('it is offered after the third round and at the end of a match, to who has no key', () => {
  expect(isDue(round('a', 1), false, 2)).toBe(false)
  expect(isDue(round('a', 3), false, 3)).toBe(true)
  expect(isDue(round('a', 1, true), false, 1)).toBe(true)
  expect(isDue(round('a', 1, true), true, 9)).toBe(false)
})

test('once put off it comes again at the end of the next match, and not before', () => {
  expect(mayCome(round('a', 3))).toBe(true)
  putOff(round('a', 3))
  expect(mayCome(round('a', 3))).toBe(false)
  expect(mayCome(round('a', 4))).toBe(false)
  expect(mayCome(round('a', 5, true))).toBe(true)
  putOff(round('a', 5, true))
  expect(mayCome(round('a', 5, true))).toBe(false)
  expect(mayCome(round('b', 1))).toBe(false)
  expect(mayCome(round('b', 7, true))).toBe(true)
})
