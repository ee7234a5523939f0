import { ask } from '../lib/api'
import type { CardsLink, Compared, OfferedCards, TableInfo } from '../lib/protocol'

const part = encodeURIComponent

/** A table of one's own with the cards of a finished round; `seat` null is the seat that one had. Throws ApiError. */
export const playAgain = (round: string, seat: number | null, pace: number) =>
  ask<TableInfo>(`/rounds/${part(round)}/again`, 'POST', { seat, pace })

/** A link by which others play the cards of a finished round at a seat. */
export const shareCards = (round: string, seat: number | null) =>
  ask<CardsLink>(`/rounds/${part(round)}/cards`, 'POST', { seat })

/** What a link to cards leads to; looking at it changes nothing. */
export const fetchCards = (key: string) => ask<OfferedCards>(`/cards/${part(key)}`)

/** A table of one's own with these cards; the one that was begun before, if there is one. */
export const takeCards = (key: string, name: string | null, pace: number) =>
  ask<TableInfo>(`/cards/${part(key)}/tables`, 'POST', { name, pace })

/** Who played a board at a seat, and how; `seat` null is the seat that one had. */
export const fetchCompared = (board: string, seat: string | null) =>
  ask<Compared>(`/boards/${part(board)}${seat === null ? '' : `?seat=${part(seat)}`}`)
