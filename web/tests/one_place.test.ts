import { expect, test } from 'vitest'
import { readSources } from './sources'

/** What is done in one place alone, so that all pages do it alike. */
const PLACES: [what: string, where: string, how: RegExp][] = [
  ["the device's clock is asked", 'lib/serverTime.ts', /\bDate\.now\b|\bnew Date\b|\bDate\(/],
  ['times are put in writing', 'lib/i18n/times.ts', /\bDateTimeFormat\(|\.toLocale\w*String\b/],
  [
    'something is copied or shared',
    'lib/ui/copying.svelte.ts',
    /\bnavigator\.(clipboard|share|canShare)\b|\bexecCommand\b|\bClipboardItem\b/,
  ],
]

test.each(PLACES)('%s in one place alone', (_, where, how) => {
  const does = [...readSources()].filter(([, source]) => how.test(source)).map(([path]) => path)
  expect(does).toEqual([where])
})

test('the API is asked in one place alone, which notes what time the server shows', () => {
  const asks = [...readSources()].filter(([, source]) => /\bfetch\(\s*[`'"]\/api/.test(source))
  expect(asks.map(([path]) => path)).toEqual(['lib/api.ts'])
})
