// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { sentences, setLanguage, withMessages } from '../src/lib/i18n/index.svelte'
import { ago } from '../src/start/times'

const NOON = Date.parse('2026-11-23T12:00:00Z')

describe.each([
  ['en', 'You lead. Take two.', 'just now', '5 minutes ago'],
  ['zh-Hans', '轮到你领出。拿两张。', '刚刚', '5 分钟前'],
  ['ja', 'リードです。2枚どうぞ。', 'たった今', '5分前'],
] as const)('in %s', (language, joined, now, earlier) => {
  beforeEach(async () => {
    await withMessages('start', Promise.resolve())
    await setLanguage(language)
  })

  test('sentences stand beside each other as the language has them', () => {
    const [first, next] = joined.split(/(?<=[.。]) ?(?=.)/)
    expect(sentences(first!, '', next!)).toBe(joined)
  })

  test('a moment ago is told as such, not as a time that is meant to come', () => {
    expect(ago('2026-11-23T11:59:45Z', NOON)).toBe(now)
    expect(ago('2026-11-23T11:55:00Z', NOON)).toBe(earlier)
  })
})
