import { ApiError } from '../lib/api'
import { fetchRound } from '../replay/api'
import { named } from '../replay/views.svelte'
import type { TableModule } from '../table/module'
import { withTexts } from '../table/opening'
import { seatRound, type SeatRound } from './choices'

/** A round from the side of a seat, with what `load` says of its game's table. Throws ApiError. */
export async function loadSeatRound(
  id: string,
  seat: number | null,
  load: (game: string) => Promise<TableModule>,
): Promise<SeatRound> {
  const replay = named(await fetchRound(id, seat))
  if (replay.viewer === null) throw new ApiError('not_seated')
  const { game } = replay.table
  return seatRound(replay, await withTexts(game, load(game)))
}
