/** Moments in writing, by the language that is shown and the region of the browser. */
import { language } from './index.svelte'

type Style = Intl.DateTimeFormatOptions

/**
 * The region of whoever reads, by the languages that their browser asks for: a language alone does not say whether it
 * is 12:19 PM. The first language counts; its region may be named further on.
 */
export function regionOf(wanted: readonly string[]): string | undefined {
  const locales = wanted.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)]
    } catch {
      return [] // such as *, or what a person has typed into their settings
    }
  })
  const [first] = locales
  const own = locales.filter((locale) => locale.language === first?.language)
  return own.find(({ region }) => region !== undefined)?.region ?? first?.maximize().region
}

function formatOf(style: Style): Intl.DateTimeFormat {
  const region = regionOf(navigator.languages)
  return new Intl.DateTimeFormat(region ? `${language()}-${region}` : language(), style)
}

/** A moment (ISO 8601), or a date alone. */
export function written(iso: string, style: Style): string {
  return formatOf(style).format(Date.parse(iso))
}

/** The time of the day of a moment (ISO 8601). */
export const timeOfDay = (iso: string): string => written(iso, { timeStyle: 'short' })

/** The device's time zone at a moment: its name in words, and that in the database of zones. */
export function zoneAt(moment: Date): { name: string; zone: string } {
  const format = formatOf({ timeZoneName: 'long' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return { name, zone: format.resolvedOptions().timeZone }
}
