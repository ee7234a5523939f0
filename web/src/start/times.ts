/** Times as the language that is shown writes them. */
import { language, t } from '../lib/i18n/index.svelte'
import { written } from '../lib/i18n/times'
import { serverTime } from '../lib/serverTime'

/** A moment (ISO 8601), by day and time. */
export const moment = (iso: string): string => written(iso, { dateStyle: 'medium', timeStyle: 'short' })

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago a moment (ISO 8601) was: "5 minutes ago", "just now". */
export function ago(iso: string, now = serverTime()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  const passed = UNITS.find(([, size]) => seconds >= size)
  if (!passed) return t('tables.now')
  const [unit, size] = passed
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' })
  return spaced(format.format(-Math.floor(seconds / size), unit))
}

/** Between a figure and a word, this page has a space in Chinese and none in Japanese. */
function spaced(text: string): string {
  if (language() === 'ja') return text.replace(/ /g, '')
  return text.replace(/(?<=\d)(?=\p{Script=Han})/gu, ' ')
}
