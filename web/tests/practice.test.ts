import { describe, expect, test } from 'vitest'
import { answered, dayOf, isSolved, positionOf, readRecord, streakOn } from '../src/practice/daily'

const GAMES = [
  { name: 'one', practice: 2 },
  { name: 'none', practice: 0 },
  { name: 'two', practice: 3 },
]

describe('the position of a day', () => {
  test('goes from game to game, and in each from position to position', () => {
    const days = [0, 1, 2, 3, 4].map((day) => positionOf(day, GAMES))
    expect(days.map((at) => `${at?.game} ${at?.number}`)).toEqual([
      'one 1',
      'two 1',
      'one 2',
      'two 2',
      'one 1',
    ])
  })

  test('is none where no game has any', () => {
    expect(positionOf(7, [{ name: 'none', practice: 0 }])).toBeNull()
  })

  test('changes at midnight where the player is', () => {
    const before = dayOf(new Date(2026, 4, 3, 23, 59))
    expect(dayOf(new Date(2026, 4, 4, 0, 1))).toBe(before + 1)
    expect(dayOf(new Date(2026, 4, 3, 0, 1))).toBe(before)
  })
})

describe('the streak', () => {
  const at = { game: 'one', number: 2 }
  const first = answered(readRecord(null), 10, at, true)

  test('counts days in a row, each once', () => {
    expect(first.streak).toBe(1)
    expect(answered(first, 10, at, true).streak).toBe(1)
    expect(answered(first, 11, at, true).streak).toBe(2)
    expect(answered(first, 12, at, true).streak).toBe(1)
  })

  test.each([[[true, false]], [[false, true]], [[false, false, true]]])(
    'counts no day of wrong answers, here the days %j',
    (days) => {
      let record = readRecord(null)
      for (const [i, solved] of days.entries()) record = answered(record, 10 + i, at, solved)
      expect(record.streak).toBe(1)
      const last = days.lastIndexOf(true)
      expect([0, 1, 2].map((after) => streakOn(10 + last + after, record))).toEqual([1, 1, 0])
    },
  )

  test('does not begin with a wrong answer, and does not end with one on a day that has a right one', () => {
    const nothing = readRecord(null)
    expect(answered(nothing, 10, at, false)).toEqual(nothing)
    expect(answered(first, 10, at, false)).toEqual(first)
  })

  test('is shown until a day has gone by without a right answer', () => {
    expect([10, 11, 12].map((day) => streakOn(day, first))).toEqual([1, 1, 0])
  })

  test('keeps which positions were solved', () => {
    const another = { game: 'one', number: 1 }
    expect([at, another].map((each) => isSolved(first, each))).toEqual([true, false])
    expect(isSolved(answered(first, 10, another, true), another)).toBe(true)
  })

  test.each(['', '{', '[]', '{"day":"x"}', '{"day":1,"streak":2}'])(
    'begins anew where %j was stored',
    (stored) => {
      expect(readRecord(stored)).toEqual({ day: -1, streak: 0, solved: [] })
    },
  )
})
