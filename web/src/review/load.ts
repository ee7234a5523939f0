import { ApiError } from '../lib/api'
import { loadGameTexts } from '../lib/i18n/index.svelte'
import { fetchRound } from '../replay/api'
import { named } from '../replay/views.svelte'
import type { TableModule } from '../table/module'
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
  const own = load(game).catch(() => {
    throw new ApiError('unreachable')
  })
  const [module] = await Promise.all([own, loadGameTexts(game)])
  return seatRound(replay, module)
}
