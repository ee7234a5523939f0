/** The addresses of a review and of its moments. */
import type { EvaluationInfo } from '../lib/protocol'
import type { Side } from '../replay/api'
import { asksForPlain } from '../table/opening'
import type { SeatRound } from './choices'

const from = (side: Side) => `from=${side}${asksForPlain() ? '&table=plain' : ''}`

/** The page of a review. */
export const reviewAt = (id: string, seat: number) => `/round/${id}/review?${from(seat)}`

/** The replay just after a decision: the move made lies there, and the better one under it. */
export const lookAt = ({ replay, seat }: SeatRound, { at }: EvaluationInfo, side: Side = seat) =>
  `/round/${replay.id}?at=${at + 1}&${from(side)}`

/** The table at a decision, to decide once more. */
export const tryAt = ({ replay, seat }: SeatRound, { at }: EvaluationInfo) =>
  `/round/${replay.id}/review/${at}?${from(seat)}`
