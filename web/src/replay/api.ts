import { ask } from '../lib/api'
import type { Branch, PlayOn, Replay, RoundLink, TableInfo, WhatIf } from '../lib/protocol'

/** Whose cards are seen: a seat's, those of a spectator, all; null is what the server shows without being asked. */
export type Side = number | 'watch' | 'open'

const path = (id: string) => `/rounds/${encodeURIComponent(id)}`

/** `anyway`: also where whoever has looked can no longer play the cards for a result. */
export function fetchRound(id: string, from: Side | null, anyway = false): Promise<Replay> {
  const query = new URLSearchParams()
  if (from !== null) query.set('from', String(from))
  if (anyway) query.set('anyway', 'true')
  return ask<Replay>(query.size > 0 ? `${path(id)}?${query}` : path(id))
}

/** The link to a round: whoever has it may look at the round. */
export const makeLink = (id: string) => ask<RoundLink>(`${path(id)}/link`, 'POST')

/** Where the record of a round is fetched from. */
export const recordAddress = (id: string) => `/api${path(id)}/record`

/** A record that somebody has, as a round. The server keeps nothing of it. */
export const openRecord = (record: string, from: Side | null) =>
  ask<Replay>('/rounds/open', 'POST', from === null ? { record } : { record, from: String(from) })

/** Try something else at a moment of a round. The server keeps nothing of it. */
export const tryWhatIf = (id: string, tried: WhatIf) => ask<Branch>(`${path(id)}/what-if`, 'POST', tried)

/** Make a table that goes on from a moment of a round. */
export const playOn = (id: string, wanted: PlayOn) => ask<TableInfo>(`${path(id)}/tables`, 'POST', wanted)
