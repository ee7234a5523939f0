import { askFor } from '../lib/api'
import { loadGameTexts } from '../lib/i18n/index.svelte'
import type { ListedTable } from '../lib/protocol'

/** The person's tables, the newest first, and whether there are more. */
interface TablePages {
  tables: ListedTable[]
  more: boolean
}

/**
 * The first pages of the person's tables: of those that are over, or of those that go on; of one game, or all. What
 * their games are called is there then.
 */
export async function fetchTables(over: boolean, pages = 1, game = ''): Promise<TablePages> {
  const tables: ListedTable[] = []
  let next: string | undefined = `/tables?over=${over}${game && `&game=${encodeURIComponent(game)}`}`
  for (let page = 0; page < pages && next !== undefined; page++) {
    const response: Response = await askFor(next)
    tables.push(...((await response.json()) as ListedTable[]))
    next = /<\/api(.*?)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  const games = new Set(tables.map((table) => table.game))
  // a game that is no longer here has no texts
  await Promise.all([...games].map((name) => loadGameTexts(name).catch(() => undefined)))
  return { tables, more: next !== undefined }
}
