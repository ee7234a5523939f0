/** What depends on who else is at the table. */
import type { TableInfo } from '../lib/protocol'
import type { TableState } from './state'

/** Others sit at the table, or watch it, or may come. */
export function isInCompany({ seats, link, watchers }: TableInfo): boolean {
  const others = seats.some(({ you, bot, free }) => !you && bot === null && !free)
  return others || link !== null || watchers > 0 || !seats.some(({ you }) => you)
}

/** The player may ask to take back what they have just done, as far as the page can tell. */
export function mayAskBack({ table, view, events, standing, claims }: TableState): boolean {
  if (view.seat === null || standing.result !== null || table.take_back !== null) return false
  if (claims !== null) return false // nothing is taken back while it may be claimed
  const how = table.settings.take_back
  const last = events.findLast(({ kind }) => kind === 'move' || kind === 'take_back' || kind === 'deal')
  if (how === 'unseen') return last?.kind === 'move' && last.seat === view.seat
  return how === 'agreed' && events.some(({ kind, seat }) => kind === 'move' && seat === view.seat)
}
