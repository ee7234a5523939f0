// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { cardName, cardText, rankMark, suitOf } from '../src/lib/cards/names'
import { setLanguage } from '../src/lib/i18n/index.svelte'
import { LANGUAGES, type Language } from '../src/lib/i18n/languages'

const NAMES: Record<Language, Record<string, string>> = {
  en: { QH: 'queen of hearts', TS: '10 of spades', AC: 'ace of clubs', RJ: 'red joker', JK: 'joker' },
  'zh-Hans': { QH: '红桃Q', TS: '黑桃10', AC: '梅花A', RJ: '大王', JK: '鬼牌' },
  ja: { QH: 'ハートのQ', TS: 'スペードの10', AC: 'クラブのA', RJ: '赤ジョーカー', JK: 'ジョーカー' },
}

describe.each(LANGUAGES)('card names in %s', (language) => {
  beforeEach(() => setLanguage(language))

  test.each(Object.entries(NAMES[language]))('%s is %s', (card, name) => {
    expect(cardName(card)).toBe(name)
  })

  test('no two cards share a name', () => {
    const cards = [...'AKQJT98765432'].flatMap((rank) => [...'SHDC'].map((suit) => rank + suit))
    const names = [...cards, 'RJ', 'BJ', 'JK'].map(cardName)
    expect(new Set(names).size).toBe(55)
  })
})

test('a card in signs has its rank and suit, a ten two digits', () => {
  expect(['QH', 'TS', '2D', 'AC'].map(cardText)).toEqual(['Q♥', '10♠', '2♦', 'A♣'])
})

test('a joker has no suit, though its name ends like a rank and a suit', () => {
  expect(['RJ', 'BJ', 'JK'].map(suitOf)).toEqual([null, null, null])
  expect(rankMark('JK')).toMatch(/^★/)
  expect(rankMark('JK')).not.toBe(rankMark('RJ'))
  expect(suitOf('JH')).toBe('H')
})
