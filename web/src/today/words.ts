/** What is said of days and of their deals. */
import { timeOfDay, written } from '../lib/i18n/times'
import type { Day, DayDeal, DayGame } from '../lib/protocol'
import { dateAt } from '../lib/serverTime'

/** A date, as the server writes it, in the words of the language that is shown. */
export function dateText(date: string, style: Intl.DateTimeFormatOptions): string {
  return written(date, { ...style, timeZone: 'UTC' })
}

export const LONG_DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const
export const SHORT_DATE = { day: 'numeric', month: 'short' } as const

/** The deal to go on with: one that was begun, or else the next that is open. Undefined where none is left. */
export function nextDeal({ deals }: DayGame): DayDeal | undefined {
  return deals.find(({ state }) => state === 'begun') ?? deals.find(({ state }) => state === 'open')
}

export const finished = ({ deals }: DayGame) => deals.filter(({ result }) => result !== null).length

/** The date so many days later, or earlier. */
export function dayAfter(date: string, by: number): string {
  return dateAt(Date.parse(date) + by * 86_400_000)
    .toISOString()
    .slice(0, 10)
}

/** When the day ends, by the clock of whoever looks. */
export const endOf = ({ ends }: Day): string => timeOfDay(ends)
