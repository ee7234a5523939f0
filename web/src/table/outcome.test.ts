// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'
import { speak } from '../../tests/speak'
import { setLanguage, withMessages } from '../lib/i18n/index.svelte'
import type { Language } from '../lib/i18n/languages'
import type { ResultLine, Standing } from '../lib/protocol'
import { outcomeOf, type Measure, type Outcome } from './outcome'
import type { Scene } from './scene'
import { lineValues } from './sentences'
import type { TableState } from './state'

const PLAYERS = { lockup: 4, trump7: 3, seven_bridge: 3, lockseven: 4 }
type Game = keyof typeof PLAYERS

const line = (key: string, more: Partial<ResultLine> = {}): ResultLine => ({
  rule: 'X-1',
  key,
  seat: null,
  seats: [],
  cards: [],
  points: null,
  times: null,
  count: null,
  ...more,
})

interface Ended {
  lines?: ResultLine[]
  result?: number[]
  scores?: number[]
  winners?: number[]
  target?: number | null
  over?: boolean
  viewer?: number | null
  measure?: Measure | null
  board?: string | null
}

/** How a round came out for the viewer, seat 0, at a table with West, North and East. */
async function outcome(game: string, ended: Ended, language: Language = 'en') {
  await withMessages('result', Promise.resolve())
  await (game in PLAYERS ? speak(game, language) : setLanguage(language))
  const players = PLAYERS[game as Game] ?? 3
  const { lines = [], winners = [], over = false, viewer = 0, target = null } = ended
  const result = ended.result ?? Array.from({ length: players }, () => 0)
  const scores = ended.scores ?? result
  const unit = game === 'trump7' ? 'deal' : 'round'
  const standing = { over, result, scores, winners: over ? winners : [], round_winners: winners }
  const scene: Scene = { game, unit, players, viewer }
  const state = {
    standing: standing as unknown as Standing,
    view: { result_lines: lines },
    table: { target, board: ended.board ?? null },
  } as unknown as TableState
  return outcomeOf(state, scene, ended.measure ?? null)
}

const sum = (told: Outcome) =>
  told.rows.map(
    ({ label, note, figure, total }) =>
      [label, note, figure].filter(Boolean).join(' | ') + (total ? ' =' : ''),
  )

describe('the headline is who won, in the game’s own words', () => {
  const sixty = { most: 120, mark: 60, label: '60 wins' }
  const row = (key: string, count: number, seat = 0) => [line(`event.${key}`, { seat, count })]
  test.each<[string, string, Ended, number | null]>([
    ['lockseven', 'The Attack wins', { lines: row('attack_wins', 125) }, 125],
    ['lockseven', 'The Defense wins', { lines: row('defense_wins', 80) }, 80],
    ['lockseven', 'You give the round up', { lines: [line('event.conceded', { seat: 0 })] }, null],
    ['trump7', 'Twelve short', { lines: row('at_least_40', 48), measure: sixty }, 48],
    ['trump7', 'West is twelve short', { lines: row('at_least_40', 48, 1), measure: sixty }, 48],
    ['trump7', '25 short', { lines: row('under_40', 35), measure: sixty }, 35],
    ['trump7', 'West wins', { lines: row('at_least_60', 61, 1) }, 61],
    ['trump7', 'You have the fewest points', { lines: row('leaster_fewest', 12) }, 12],
    ['seven_bridge', 'You go out', { lines: row('out', 31) }, 31],
    ['seven_bridge', 'The hand is void', { lines: [line('event.void')] }, null],
    ['lockup', 'West takes the most tricks', { target: 20, result: [1, 4, 3, 2], winners: [1] }, 1],
    ['lockup', 'You and West take the most tricks', { target: 20, result: [4, 4, 3, 2], winners: [0, 1] }, 4],
    ['lockup', 'West gets there first', { target: 20, over: true, scores: [17, 21, 9, 8], winners: [1] }, 17],
    ['trump7', 'You win the match', { over: true, scores: [7, 1, -8], winners: [0] }, 7],
    ['trump7', 'You and West win the match', { over: true, scores: [7, 7, -14], winners: [0, 1] }, 7],
  ])('%s: %s', async (game, headline, ended, figure) => {
    const told = await outcome(game, ended)
    expect([told.headline, told.figure]).toEqual([headline, figure])
  })

  test('the end of a match tells how its last round came out, too', async () => {
    const told = await outcome('trump7', { over: true, lines: row('at_least_60', 70, 1), winners: [0] })
    expect(told.why).toBe('West wins')
  })
})

describe('a game that has no words of its own', () => {
  test('is told by who won the round, and by what it brought the viewer', async () => {
    const told = await outcome('none', { result: [3, -1, -2], winners: [0] })
    expect([told.headline, told.figure, told.write(3)]).toEqual(['You win the round', 3, '+3'])
    expect(told.rows).toEqual([])
  })

  test('with a target, by the way there', async () => {
    const told = await outcome('none', { result: [3, 1, 2], scores: [17, 9, 8], winners: [0], target: 20 })
    expect(told.measure).toEqual({ most: 20, mark: 20, label: '3 short of 20' })
    expect(sum(told)).toEqual(['Before this round | 14', 'This round | +3', 'You | 17 ='])
    expect(told.whose).toBe('Your points')
    expect((await outcome('none', { scores: [22, 9, 8], target: 20 })).measure!.label).toBe('20 reached')
  })

  test('where nobody has won, by that', async () => {
    expect((await outcome('none', {})).headline).toBe('Nobody scores')
  })
})

describe('a line about a side', () => {
  const scene: Scene = { game: 'none', unit: 'round', players: 4, viewer: 2 }
  const of = (more: Partial<ResultLine>, viewer: number | null = 2) => {
    const { you, seat, names } = lineValues({ ...scene, viewer }, line('result.tricks', more))
    return [you, seat, names]
  }
  beforeAll(() => setLanguage('en'))

  test('names all of its seats, the viewer first, and is theirs if they are one of them', () => {
    expect(of({ seats: [0, 2] })).toEqual([true, '', 'You and North'])
    expect(of({ seats: [1, 3] })).toEqual([false, '', 'East and West'])
    expect(of({ seats: [0, 2] }, null)).toEqual([false, '', 'South and North'])
    expect(of({ seat: 1 })).toEqual([false, 'East', 'East'])
    expect(of({})).toEqual([false, '', ''])
  })

  test('says whose points the number is that decided', async () => {
    const lines = [line('event.at_least_60', { seats: [1, 2], count: 61 })]
    expect((await outcome('trump7', { lines, viewer: 0 })).whose).toBe('West and East’s points')
    expect((await outcome('trump7', { lines, viewer: 1 })).whose).toBe('Your points')
  })
})

describe('how it adds up', () => {
  test('what is added has a sign, and the sum stands last', async () => {
    const lines = [
      line('result.tricks', { count: 85 }),
      line('result.bottom', { points: 10, times: 4, count: 40, cards: ['KS'] }),
      line('event.attack_wins', { count: 125 }),
      line('result.steps', { count: 2 }),
    ]
    expect(sum(await outcome('lockseven', { lines }))).toEqual([
      'Tricks | 85',
      'Bottom | K♠: 10 × 4 | +40',
      'Attack | 125 =',
      'Steps | 2',
    ])
  })

  test('lines alike are no steps of a sum', async () => {
    const lines = [
      line('result.left', { seat: 1, count: 12, cards: ['KS'] }),
      line('result.left', { seat: 2, count: 8, cards: ['8H'] }),
      line('event.out', { seat: 0, count: 20 }),
    ]
    expect(sum(await outcome('seven_bridge', { lines }))).toEqual([
      'West | left with K♠ | 12',
      'East | left with 8♥ | 8',
      'You | 20 =',
    ])
  })

  test('a score that is doubled is said once, below how it came about', async () => {
    const lines = [
      line('result.left', { seat: 1, count: 12, cards: ['KS'] }),
      line('event.concealed', { seat: 0, points: 12, times: 2, count: 24 }),
      line('event.out', { seat: 0, count: 24 }),
    ]
    expect(sum(await outcome('seven_bridge', { lines }))).toEqual([
      'West | left with K♠ | 12',
      'All at once | 12 × 2',
      'You | 24 =',
    ])
  })

  test('a line without words of a sum is told as a sentence', async () => {
    const [row] = (await outcome('seven_bridge', { lines: [line('result.penalty', { seat: 1 })] })).rows
    expect(row).toMatchObject({ label: 'West goes out. The others lose what they have left.', figure: '' })
  })
})

test('who watches is told of whoever leads', async () => {
  const told = await outcome('lockup', {
    viewer: null,
    target: 20,
    result: [1, 4, 3, 2],
    scores: [9, 12, 3, 2],
  })
  expect([told.figure, told.whose, sum(told)[1]]).toEqual([12, 'West’s points', 'Tricks West took | +4'])
})

test.each([
  ['zh-Hans', '你差 25 分', '35'],
  ['ja', '25点足りませんでした', '35'],
] as const)('in %s it is told in words of that language', async (language, headline, figure) => {
  const lines = [line('event.under_40', { seat: 0, count: 35 })]
  const told = await outcome('trump7', { lines, measure: { most: 120, mark: 60, label: '' } }, language)
  expect([told.headline, told.rows[0]!.figure]).toEqual([headline, figure])
})

/** Every kind of end, as the last round of a match would be told, and as a board of one round is. */
const ENDS: Record<string, [game: Game, ended: Ended]> = {
  tricks: ['lockup', { target: 20, result: [5, 2, 4, 2], winners: [0] }],
  'no club lost': ['lockup', { target: 20, result: [1, 7, 4, 2], winners: [1] }],
  won: ['trump7', { lines: [line('event.at_least_60', { seat: 0, count: 73 })], winners: [0] }],
  'all tricks': ['trump7', { lines: [line('event.all_tricks', { seat: 1, count: 120 })], winners: [1] }],
  leaster: ['trump7', { lines: [line('event.leaster_fewest', { seat: 0, count: 12 })], winners: [0] }],
  out: ['seven_bridge', { lines: [line('result.out', { seat: 0, count: 57 })], winners: [0] }],
  void: ['seven_bridge', { lines: [line('event.void')] }],
  defense: ['lockseven', { lines: [line('event.defense_wins', { count: 30 })], winners: [0, 2] }],
  attack: ['lockseven', { lines: [line('event.attack_wins', { count: 125 })], winners: [0, 2] }],
  conceded: ['lockseven', { lines: [line('event.conceded', { seat: 1 })], winners: [0, 2] }],
  'thrown in': ['lockseven', { lines: [line('event.thrown_in')] }],
}

/** What stands there in the largest letters; the same at a board. */
const WORDS: Record<Language, Record<string, string>> = {
  en: {
    'all tricks': 'West takes every trick',
    attack: 'The Attack wins',
    conceded: 'West gives the round up',
    defense: 'The Defense wins',
    leaster: 'You have the fewest points',
    'no club lost': 'West takes the most tricks',
    out: 'You go out',
    'thrown in': 'Nobody called',
    tricks: 'You take the most tricks',
    void: 'The hand is void',
    won: 'You win',
  },
  'zh-Hans': {
    'all tricks': '左家赢下所有墩',
    attack: '闲方赢了',
    conceded: '左家认输',
    defense: '庄方赢了',
    leaster: '你得分最少',
    'no club lost': '左家赢墩最多',
    out: '你出完了',
    'thrown in': '没有人定七',
    tricks: '你赢墩最多',
    void: '这一局作废',
    won: '你赢了',
  },
  ja: {
    'all tricks': '左隣が全トリック獲得',
    attack: '攻撃側の勝ち',
    conceded: '左隣が降参',
    defense: '守備側の勝ち',
    leaster: '最少点はあなた',
    'no club lost': '最多トリックは左隣',
    out: 'あなたの上がり',
    'thrown in': 'コールなし',
    tricks: '最多トリックはあなた',
    void: 'この回は流局',
    won: 'あなたの勝ち',
  },
}

/** What stands above the number; where there is no number, nothing. */
const LABELS: Record<Language, Record<string, string>> = {
  en: {
    'all tricks': 'West’s points',
    attack: 'The Attack’s points',
    conceded: '',
    defense: 'The Attack’s points',
    leaster: 'Your points',
    'no club lost': 'Tricks you took',
    out: 'Your points',
    'thrown in': '',
    tricks: 'Tricks you took',
    void: '',
    won: 'Your points',
  },
  'zh-Hans': {
    'all tricks': '左家的得分',
    attack: '闲方得分',
    conceded: '',
    defense: '闲方得分',
    leaster: '你的得分',
    'no club lost': '你赢的墩',
    out: '你的得分',
    'thrown in': '',
    tricks: '你赢的墩',
    void: '',
    won: '你的得分',
  },
  ja: {
    'all tricks': '左隣の得点',
    attack: '攻撃側の得点',
    conceded: '',
    defense: '攻撃側の得点',
    leaster: 'あなたの得点',
    'no club lost': 'あなたが取ったトリック',
    out: 'あなたの得点',
    'thrown in': '',
    tricks: 'あなたが取ったトリック',
    void: '',
    won: 'あなたの得点',
  },
}

describe.each(['en', 'zh-Hans', 'ja'] as const)('in %s', (language) => {
  test.each(Object.entries(ENDS))(
    'the end "%s" says what happened, and a board is no match',
    async (name, [game, ended]) => {
      const round = await outcome(game, { ...ended, target: null }, language)
      const board = await outcome(game, { ...ended, over: true, board: 'b' }, language)
      const match = await outcome(game, { ...ended, over: true }, language)
      expect([round.headline, board.headline]).toEqual([WORDS[language][name], WORDS[language][name]])
      expect([round.whose, board.whose]).toEqual([LABELS[language][name], LABELS[language][name]])
      expect(round.figure === null).toBe(round.whose === '')
      expect([board.why, board.figure, board.rows]).toEqual(['', round.figure, round.rows])
      expect(board.measure).toBe(round.measure)
      expect(match.headline).not.toBe(board.headline)
    },
  )
})
