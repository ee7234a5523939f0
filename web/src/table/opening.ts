/** How a page comes to the table of a game. */
import { ApiError } from '../lib/api'
import { loadGameTexts } from '../lib/i18n/index.svelte'
import type { TableModule } from './module'

/** Whether the address asks for the plain table instead of the game's own. */
export const asksForPlain = (): boolean => new URLSearchParams(location.search).get('table') === 'plain'

/** A table that is being loaded, with the texts of its game. Throws ApiError. */
export async function withTexts(game: string, table: Promise<TableModule>): Promise<TableModule> {
  const own = table.catch(() => {
    throw new ApiError('unreachable')
  })
  const [module] = await Promise.all([own, loadGameTexts(game)])
  return module
}
