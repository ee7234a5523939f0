import type { TableInfo } from '../lib/protocol'

/** Whether whoever leaves a table gives up a deal that counts: a board's, before its end. */
export const givesUp = ({ board, standing, rules_changed }: TableInfo): boolean =>
  board !== null && !standing.over && !rules_changed
