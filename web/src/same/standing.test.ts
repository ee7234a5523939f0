// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { speak } from '../../tests/speak'
import { withMessages } from '../lib/i18n/index.svelte'
import type { Language } from '../lib/i18n/languages'
import type { BoardEntry, Compared } from '../lib/protocol'
import { standsText } from './words'

const entry = (more: Partial<BoardEntry>) => ({
  bot: null,
  you: false,
  again: false,
  given_up: false,
  ...more,
})
const [me, medium] = [entry({ you: true, result: 5 }), entry({ bot: 'medium', result: 7 })]
const place = (place: number, of: number, level = 0) => ({ place, of, level })

/** How a board of one round can have come out for the viewer. */
const BOARDS: Record<string, object> = {
  'behind two': { entries: [me, medium], place: place(3, 9) },
  tied: { entries: [me, medium], place: place(4, 10, 1) },
  'with nobody else': { entries: [me, medium], place: place(1, 1) },
  'while bots play': { entries: [me], place: place(1, 1), bots_play: { seconds: 11.7 } },
  'while bots play, nobody knows how long': {
    entries: [me],
    place: place(1, 2),
    bots_play: { seconds: null },
  },
  'given up, played on by bots': { entries: [{ ...me, given_up: true }, medium], place: place(9, 9) },
  'seen before': { entries: [{ ...me, again: true }, medium], place: null },
}

const WORDS: Record<Language, Record<string, string>> = {
  en: {
    'behind two': '3rd of 9 so far · Medium made 7 tricks',
    tied: 'tied for 4th of 10 so far · Medium made 7 tricks',
    'with nobody else': 'nobody else so far · Medium made 7 tricks',
    'while bots play': 'nobody else so far · bots play these cards, about 12 seconds more',
    'while bots play, nobody knows how long': '1st of 2 so far · bots play these cards just now',
    'given up, played on by bots': 'given up: bots played on · 9th of 9 so far · Medium made 7 tricks',
    'seen before': 'Medium made 7 tricks',
  },
  'zh-Hans': {
    'behind two': '目前 9 人中第 3 名 · 中级：7 墩',
    tied: '目前 10 人中并列第 4 名 · 中级：7 墩',
    'with nobody else': '还没有别人打过 · 中级：7 墩',
    'while bots play': '还没有别人打过 · 机器人正在打这副牌，大约还要 12 秒',
    'while bots play, nobody knows how long': '目前 2 人中第 1 名 · 机器人正在打这副牌',
    'given up, played on by bots': '放弃了，由机器人打完 · 目前 9 人中第 9 名 · 中级：7 墩',
    'seen before': '中级：7 墩',
  },
  ja: {
    'behind two': '今のところ9人中3位 · 中級：7トリック',
    tied: '今のところ10人中4位タイ · 中級：7トリック',
    'with nobody else': 'ほかの人はまだ · 中級：7トリック',
    'while bots play': 'ほかの人はまだ · ボットがこのカードでプレイ中（あと約12秒）',
    'while bots play, nobody knows how long': '今のところ2人中1位 · ボットがこのカードでプレイ中',
    'given up, played on by bots': '途中まで、残りはボット · 今のところ9人中9位 · 中級：7トリック',
    'seen before': '中級：7トリック',
  },
}

describe.each(['en', 'zh-Hans', 'ja'] as const)('in %s', (language) => {
  test.each(Object.entries(BOARDS))('the board %s says where one stands', async (name, board) => {
    await withMessages('result', withMessages('same', Promise.resolve()))
    await speak('lockup', language)
    const compared = { game: 'lockup', bots_play: null, ...board } as unknown as Compared
    expect(standsText(compared)).toBe(WORDS[language][name])
  })
})
