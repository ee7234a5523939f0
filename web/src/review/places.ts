/** The addresses of a review and of its moments. */
import type { Judgement } from '../lib/protocol'
import type { SeatRound } from './choices'

const plain = () => (new URLSearchParams(location.search).get('table') === 'plain' ? '&table=plain' : '')

/** The page of a review. */
export const reviewAt = (id: string, seat: number) => `/round/${id}/review?from=${seat}${plain()}`

/** The replay just after a decision: the move made lies there, and the better one under it. */
export const lookAt = ({ replay, seat }: SeatRound, { at }: Judgement) =>
  `/round/${replay.id}?at=${at + 1}&from=${seat}${plain()}`

/** The table at a decision, to decide once more. */
export const tryAt = ({ replay, seat }: SeatRound, { at }: Judgement) =>
  `/round/${replay.id}/review/${at}?from=${seat}${plain()}`
