import type { TableInfo } from '../lib/protocol'

/** Tables still played before those that are over, the newest first. */
export function inOrder(tables: readonly TableInfo[]): TableInfo[] {
  return tables.toSorted(
    (a, b) => Number(a.standing.over) - Number(b.standing.over) || b.created.localeCompare(a.created),
  )
}
