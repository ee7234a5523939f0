/** Times as the language that is shown writes them. */
import { language, t } from '../lib/i18n/index.svelte'

/** A moment (ISO 8601), by day and time. */
export function moment(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(language(), style).format(new Date(iso))
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago a moment (ISO 8601) was: "5 minutes ago", "just now". */
export function ago(iso: string, now = Date.now()): string {
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
