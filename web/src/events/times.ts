/** When events end, by the clock of the browser. */
import { t } from '../lib/i18n/index.svelte'
import { written, zoneAt } from '../lib/i18n/times'
import { dateAt } from '../lib/serverTime'

/** How long the names of days and months are. */
const LONG = { weekday: 'long', month: 'long' } as const
const SHORT = { weekday: 'short', month: 'short' } as const

const TIME = { day: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** The day and time of a moment (ISO 8601): "Sunday 29 November, 22:00 GMT+1". */
export const endText = (iso: string): string => written(iso, { ...LONG, ...TIME, timeZoneName: 'short' })

/** The same in a head line, by the reader's own clock, which needs no name: "Sun 29 Nov, 22:00". */
export const shortEnd = (iso: string): string => written(iso, { ...SHORT, ...TIME })

/** The browser's time zone then, by its name: "Central European Standard Time, Europe/Berlin". */
export function zoneName(moment: Date): string {
  const { name, zone } = zoneAt(moment)
  return name === zone ? name : t('event.zone.both', { name, zone })
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A time of so many ms in its two largest units: "2 days and 9 hours". Less than a minute is one. */
export function spanText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY),
    Math.floor(ms / HOUR) % 24,
    Math.floor(ms / MINUTE) % 60,
  ]
  const hoursText = t('event.hours', { count: hours })
  if (days > 0) return joined(t('event.days', { count: days }), hours > 0 ? hoursText : '')
  const minutesText = t('event.minutes', { count: minutes })
  if (hours > 0) return joined(hoursText, minutes > 0 ? minutesText : '')
  return t('event.minutes', { count: Math.max(1, minutes) })
}

const joined = (first: string, next: string) => (next ? t('event.span', { first, next }) : first)

/** A moment as a field for day and time has it, by the browser's clock: "2026-11-29T22:00". */
export function asField(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** Where a new event ends at first: the Sunday after the next two days, at ten in the evening. */
export function firstEnd(now: Date): Date {
  const end = dateAt(now.getTime())
  end.setDate(now.getDate() + 2)
  end.setDate(end.getDate() + ((7 - end.getDay()) % 7))
  end.setHours(22, 0, 0, 0)
  return end
}
