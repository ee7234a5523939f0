import { askFor } from '../lib/api'
import type { ListedTable } from '../lib/protocol'

/** The guest's tables, the newest first, and whether there are more. */
interface TablePages {
  tables: ListedTable[]
  more: boolean
}

/** The first pages of the guest's tables: of those that are over, or of those that go on; of one game, or all. */
export async function fetchTables(over: boolean, pages = 1, game = ''): Promise<TablePages> {
  const tables: ListedTable[] = []
  let next: string | undefined = `/tables?over=${over}${game && `&game=${encodeURIComponent(game)}`}`
  for (let page = 0; page < pages && next !== undefined; page++) {
    const response: Response = await askFor(next)
    tables.push(...((await response.json()) as ListedTable[]))
    next = /<\/api(.*?)>/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return { tables, more: next !== undefined }
}
