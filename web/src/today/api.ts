import { ask } from '../lib/api'
import type { Day, Replay, TableInfo } from '../lib/protocol'

/** The day of the server: today, or that of a date. Throws ApiError. */
export const fetchDay = (date: string | null = null) =>
  ask<Day>(date === null ? '/today' : `/today/${encodeURIComponent(date)}`)

/** A table of one's own with a deal of today; the same again, if it has been begun. Throws ApiError. */
export const playDay = (game: string, number: number, pace: number) =>
  ask<TableInfo>(`/today/${encodeURIComponent(game)}/${number}/tables`, 'POST', { pace })

/** One's own round, as one knew it. Throws ApiError. */
export const fetchOwnRound = (round: string) => ask<Replay>(`/rounds/${encodeURIComponent(round)}`)
