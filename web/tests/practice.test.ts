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
  const first = answered(readRecord(null), 10, at, false)

  test('counts days in a row, each once', () => {
    expect(first.streak).toBe(1)
    expect(answered(first, 10, at, true).streak).toBe(1)
    expect(answered(first, 11, at, true).streak).toBe(2)
    expect(answered(first, 12, at, true).streak).toBe(1)
  })

  test('is shown until a day has gone by without an answer', () => {
    expect([10, 11, 12].map((day) => streakOn(day, first))).toEqual([1, 1, 0])
  })

  test('keeps which positions were solved', () => {
    expect(isSolved(first, at)).toBe(false)
    expect(isSolved(answered(first, 10, at, true), at)).toBe(true)
  })

  test.each(['', '{', '[]', '{"day":"x"}', '{"day":1,"streak":2}'])(
    'begins anew where %j was stored',
    (stored) => {
      expect(readRecord(stored)).toEqual({ day: -1, streak: 0, solved: [] })
    },
  )
})
