// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { prefer, preferences, readPreferences } from '../src/lib/preferences.svelte'

const STORED_AS = 'sevenfold.preferences'

afterEach(() => vi.restoreAllMocks())

test.each([
  [['zh-CN', 'en'], 'zh-Hans'],
  [['zh-TW'], 'zh-Hans'],
  [['ja-JP'], 'ja'],
  [['de-DE', 'ja'], 'ja'],
  [['fr'], 'en'],
  [[], 'en'],
])('a browser that wants %j gets %s', (languages, language) => {
  expect(readPreferences(null, languages).language).toBe(language)
})

test('what was stored goes before what the browser wants', () => {
  const stored = JSON.stringify({ language: 'ja', theme: 'dark', lifting: 'never' })
  expect(readPreferences(stored, ['zh'])).toMatchObject({ language: 'ja', theme: 'dark', lifting: 'never' })
})

test.each([
  [{}, 'touch'],
  [{ confirmTap: false }, 'touch'],
  [{ confirmTap: true }, 'always'],
  [{ confirmTap: true, lifting: 'never' }, 'never'],
])('of %j, cards are lifted first: %s', (stored, lifting) => {
  expect(readPreferences(JSON.stringify(stored), ['en']).lifting).toBe(lifting)
})

test.each(['{', 'null', '3', '[]', '{"theme": "pink", "letterKeys": "no", "toString": 1}'])(
  'nonsense in the store, %s, leaves the defaults',
  (stored) => {
    expect(readPreferences(stored, ['en'])).toEqual(readPreferences(null, ['en']))
  },
)

test('a preference that is changed is kept', () => {
  prefer('deck', 'two')
  expect(readPreferences(localStorage.getItem(STORED_AS), ['en']).deck).toBe('two')
})

test('a preference holds for the page where storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  prefer('pace', 'none')
  expect(preferences.pace).toBe('none')
})
