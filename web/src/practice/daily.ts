/** The position of the day, and how many days in a row the player has solved one; kept only in this browser. */
import { dateAt } from '../lib/serverTime'
import { keep, recall } from '../lib/storage'

const STORED_AS = 'sevenfold.practice'
const DAY_MS = 86_400_000

export interface Address {
  game: string
  /** The number of the position, from 1. */
  number: number
}

/** A day as a number; it begins at midnight where the player is. It is today if no time is named. */
export function dayOf(time = dateAt()): number {
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / DAY_MS)
}

/** The position of a day: the games take turns, each with its next position. Null if no game has any. */
export function positionOf(
  day: number,
  games: readonly { name: string; practice: number }[],
): Address | null {
  const having = games.filter(({ practice }) => practice > 0)
  if (having.length === 0) return null
  const { name, practice } = having[day % having.length]!
  return { game: name, number: (Math.floor(day / having.length) % practice) + 1 }
}

/** The day of the last right answer, how many days in a row had one, and the positions that were solved. */
export interface Record {
  day: number
  streak: number
  solved: readonly string[]
}

const NOTHING: Record = { day: -1, streak: 0, solved: [] }

/** What was stored, as far as it can be read. */
export function readRecord(stored: string | null): Record {
  try {
    const { day, streak, solved } = JSON.parse(stored ?? '{}') as Partial<Record>
    const known = Number.isInteger(day) && Number.isInteger(streak) && Array.isArray(solved)
    return known ? { day: day!, streak: streak!, solved: solved!.map(String) } : NOTHING
  } catch {
    return NOTHING
  }
}

const keyOf = ({ game, number }: Address) => `${game}/${number}`

/** The record after an answer: a day with a right one counts once, and a day without one ends the streak. */
export function answered(before: Record, day: number, at: Address, solved: boolean): Record {
  if (!solved) return before
  const streak = before.day === day ? before.streak : before.day === day - 1 ? before.streak + 1 : 1
  return { day, streak, solved: [...new Set([...before.solved, keyOf(at)])] }
}

/** How many days in a row had a right answer, up to this day or the one before. */
export function streakOn(day: number, record: Record): number {
  return record.day >= day - 1 ? record.streak : 0
}

export const isSolved = (record: Record, at: Address): boolean => record.solved.includes(keyOf(at))

export const recallRecord = (): Record => readRecord(recall(STORED_AS))

/** Record an answer given now. */
export function keepAnswer(at: Address, solved: boolean): Record {
  const record = answered(recallRecord(), dayOf(), at, solved)
  keep(STORED_AS, JSON.stringify(record))
  return record
}
