/** When the key is offered at a table: after the third round, and at the end of a match, unless it was put off. */
import { keep, recall } from '../lib/storage'

const PUT_OFF = 'sevenfold.key_put_off'

/** From how many finished rounds on it is offered before a match ends. */
const ROUNDS = 3

interface Result {
  table: string
  round: number
  /** The match is over. */
  over: boolean
}

const named = ({ table, round }: Result) => `${table} ${round}`

/** The offer may come at this result. Once put off, it is not said again before the next match has ended. */
export function mayCome(result: Result): boolean {
  const putOff = recall(PUT_OFF)
  return putOff === null || (result.over && putOff !== named(result))
}

/** Whoever has no key is offered one. */
export const isDue = ({ over }: Result, hasKey: boolean, rounds: number): boolean =>
  !hasKey && (over || rounds >= ROUNDS)

/** Say nothing more of it before the next match has ended. */
export const putOff = (result: Result): void => keep(PUT_OFF, named(result))
