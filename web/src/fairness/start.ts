import { ask } from '../lib/api'
import { createTable, type WantedTable } from '../lib/begin'
import type { TableInfo } from '../lib/protocol'
import { addSalt } from './kept'

/** Make a table for one person and start it, once its deals are promised and this page has a salt in them. */
export async function dealTable(wanted: WantedTable): Promise<TableInfo> {
  const table = await createTable({ ...wanted, wait: true })
  const salt = table.promise && addSalt(table.id, table.promise)
  await ask(`/tables/${table.id}/start`, 'POST', { salt }).catch(() => undefined) // its page offers to start it then
  return table
}
