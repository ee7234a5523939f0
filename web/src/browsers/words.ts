import type { ApiError } from '../lib/api'
import { family, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'
import type { Browser } from '../lib/protocol'

/** What browsers and systems call themselves, in every language. */
const BROWSERS = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
}
const SYSTEMS = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  mac: 'macOS',
  windows: 'Windows',
}

/** Which browser it is, as it says itself: "Firefox, Android". */
export function browserLabel({ browser, system }: Pick<Browser, 'browser' | 'system'>): string {
  if (browser && system) return t('browsers.label', { browser: BROWSERS[browser], system: SYSTEMS[system] })
  if (browser) return BROWSERS[browser]
  return system ? SYSTEMS[system] : t('browsers.unknown')
}

const PROBLEMS = family('browsers.problem', [
  'link_unknown',
  'both_there',
  'key_unknown',
  'yours_already',
  'nobody_asks',
])

/** Why a browser is not attached, as a sentence. */
export function browserProblem(problem: ApiError): string {
  const { code, values } = problem
  return code in PROBLEMS ? t(PROBLEMS[code as keyof typeof PROBLEMS], values) : problemText(problem)
}
