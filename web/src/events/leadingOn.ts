/** The result of a deal of an evening leads on by itself, as does the page of the event. */
import type { EventInfo } from '../lib/protocol'

/** Where one goes from a table of an evening that is over: to the next table, or to the event after the last. */
export function nextPlace(event: EventInfo, table: string): string | null {
  if (event.kind !== 'evening') return null
  if (event.state === 'over') return `/event/${event.id}`
  return event.table !== null && event.table !== table ? `/tables/${event.table}` : null
}
