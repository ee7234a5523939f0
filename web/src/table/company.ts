/** What depends on who else is at the table. */
import type { TableInfo, TakeBackOffer } from '../lib/protocol'
import type { TableState } from './state'

/** Others sit at the table, or watch it, or may come. */
export function isInCompany({ seats, link, watchers }: TableInfo): boolean {
  const others = seats.some(({ you, bot, free }) => !you && bot === null && !free)
  return others || link !== null || watchers > 0 || !seats.some(({ you }) => you)
}

/** What the player may do about their last move; null where there is nothing to say. */
export function takeBackOf({ table, may_take_back }: TableState): TakeBackOffer | null {
  return table.take_back === null && table.pause === null ? may_take_back : null
}
