// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../src/lib/i18n/index.svelte'
import { regionOf, timeOfDay, written } from '../src/lib/i18n/times'
import type { Language } from '../src/lib/i18n/languages'

afterEach(() => vi.restoreAllMocks())

test.each([
  [['en-GB'], 'GB'],
  [['en', 'en-GB'], 'GB'],
  [['en'], 'US'],
  [['de', 'en-US', 'en'], 'DE'],
  [['fr-CA', 'fr'], 'CA'],
  [['zh-Hans-CN'], 'CN'],
  [['zh-TW'], 'TW'],
  [['ja'], 'JP'],
  [['*', 'en-AU'], 'AU'],
  [[], undefined],
])('who asks for %s is in %s', (wanted, region) => expect(regionOf(wanted)).toBe(region))

test.each<[Language, string, string, string]>([
  ['en', 'en-US', 'Nov 28, 2026', '12:19 PM'],
  ['en', 'en-GB', '28 Nov 2026', '12:19'],
  ['en', 'de-DE', '28 Nov 2026', '12:19'],
  ['ja', 'ja-JP', '2026/11/28', '12:19'],
  ['zh-Hans', 'zh-CN', '2026年11月28日', '12:19'],
])('in %s and the region of %s it is %s, %s', async (language, browser, day, time) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser])
  await setLanguage(language)
  const moment = new Date(2026, 10, 28, 12, 19).toISOString()
  expect(timeOfDay(moment).replace('\u202f', ' ')).toBe(time)
  expect(written(moment, { dateStyle: 'medium' })).toBe(day)
})
