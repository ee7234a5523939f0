import { ask } from '../lib/api'
import type { Branch, ReviewState, TriedAgain, WhatIf } from '../lib/protocol'

/** A seat's round, as it could be known then, or with all cards known. */
export interface Reviewed {
  /** The round, as its address names it. */
  id: string
  /** Null is the seat of whoever asks. */
  seat: number | null
  known: boolean
}

const path = (id: string) => `/rounds/${encodeURIComponent(id)}`
const of = (seat: number | null): Record<string, string> => (seat === null ? {} : { from: String(seat) })

/** The review, as far as it has come; nobody makes one by looking. */
export function fetchReview({ id, seat, known }: Reviewed): Promise<ReviewState> {
  const query = new URLSearchParams({ ...of(seat), known: String(known) })
  return ask<ReviewState>(`${path(id)}/review?${query}`)
}

/** Let it be made. */
export const askReview = ({ id, seat, known }: Reviewed) =>
  ask<ReviewState>(`${path(id)}/review`, 'POST', { ...of(seat), known })

/** What another move would have been value, at a decision of a review that is there. */
export const tryAgain = ({ id, seat, known }: Reviewed, at: number, move: string) =>
  ask<TriedAgain>(`${path(id)}/review/try`, 'POST', { at, ...of(seat), known, move })

/** The table at a moment of the round, with what can be done there. */
export const askThere = (id: string, seat: number | null, at: number, message: WhatIf['message']) =>
  ask<Branch>(`${path(id)}/what-if`, 'POST', { message, at, ...of(seat) })
