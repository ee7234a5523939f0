/** What begins with the games that there are: a new table. No table in play needs it. */
import { ask } from './api'
import type { GameInfo, NewTable, TableInfo, TableSettings } from './protocol'

export const fetchGames = () => ask<GameInfo[]>('/games')

/** A table as it is asked for: settings that are left out are the usual ones. */
export type WantedTable = Omit<NewTable, 'settings'> & { settings?: Partial<TableSettings> }

export const createTable = (table: WantedTable) => ask<TableInfo>('/tables', 'POST', table)
