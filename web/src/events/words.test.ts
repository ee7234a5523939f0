// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'
import { setLanguage, withMessages } from '../lib/i18n/index.svelte'
import { LANGUAGES, type Language } from '../lib/i18n/languages'
import type { EventDeal, EventInfo, EventSeat, EventStanding, EventTeam } from '../lib/protocol'
import { LONGEST_EVENT_DAYS } from '../lib/protocol'
import { asField, firstEnd, spanText } from './times'
import { aheadText, gainedAt, headline, kindText, ledText, leftText, nextDeal, othersPlayText } from './words'

const HOUR = 3_600_000

const deal = (number: number, state: EventDeal['state'], result: number | null = null): EventDeal => ({
  ...{ number, state, result, table: null, board: null, round: null, ahead: null, of: 0, rows: [] },
})
const standing = (pseudonym: string, place: number | null, you = false): EventStanding => ({
  ...{
    pseudonym,
    place,
    you,
    name: pseudonym,
    bot: null,
    team: null,
    given_up: 0,
    here: true,
    finished: 1,
    ahead: 1,
    reach: null,
  },
})
const event = (changes: Partial<EventInfo> = {}): EventInfo =>
  ({
    state: 'running',
    until: '2026-11-29T21:00:00Z',
    boards: [deal(1, 'finished', 4), deal(2, 'given_up'), deal(3, 'open'), deal(4, 'begun'), deal(5, 'open')],
    standings: [standing('Iris', 1), standing('Mei', 2), standing('me', 2, true), standing('Kit', null)],
    ...changes,
  }) as EventInfo

beforeAll(async () => {
  await setLanguage('en')
  await withMessages('same', Promise.resolve())
})

describe('the headline', () => {
  const done = [deal(1, 'finished', 4), deal(2, 'late')]
  test.each([
    [event(), 'You are tied for 2nd of 3, with 3 deals to play'],
    [event({ boards: [...done, deal(3, 'begun')] }), 'You are tied for 2nd of 3, with one deal to play'],
    [event({ boards: done }), 'You are tied for 2nd of 3, with all deals played'],
    [
      event({ standings: [standing('Iris', 1), standing('me', 2, true)] }),
      'You are 2nd of 2, with 3 deals to play',
    ],
    [event({ standings: [standing('me', 1, true)] }), 'You have 3 deals to play'],
    [event({ standings: [standing('me', null, true)] }), 'You have 3 deals to play'],
    [event({ standings: [] }), 'You have 3 deals to play'],
    [event({ state: 'over' }), 'You finished tied for 2nd of 3'],
    [event({ state: 'over', standings: [standing('Iris', 1)] }), 'The event is over'],
  ])('tells place and what is left: %#', (about, told) => expect(headline(about)).toBe(told))

  test.each([...LANGUAGES])('leaves nothing open in %s', async (language) => {
    await setLanguage(language)
    for (const about of [event(), event({ state: 'over' }), event({ boards: done, standings: [] })])
      expect(headline(about)).not.toMatch(/[{}#]|event\./)
    await setLanguage('en')
  })
})

test('a deal that was begun is gone on with before the next', () => {
  expect(nextDeal(event())?.number).toBe(4)
  expect(nextDeal(event({ boards: [deal(1, 'missed'), deal(2, 'open')] }))?.number).toBe(2)
  expect(nextDeal(event({ boards: [deal(1, 'finished')] }))).toBeUndefined()
})

test.each([
  [0, '1 minute'],
  [HOUR / 2, '30 minutes'],
  [HOUR, '1 hour'],
  [1.25 * HOUR, '1 hour and 15 minutes'],
  [24 * HOUR, '1 day'],
  [57.9 * HOUR, '2 days and 9 hours'],
])('%s ms are %s', (ms, told) => expect(spanText(ms)).toBe(told))

test('how long it goes on is told until it is over', () => {
  const before = Date.parse('2026-11-29T20:00:00Z')
  expect(leftText(event(), before)).toBe('1 hour left.')
  expect(leftText(event({ state: 'over' }), before)).toBe('')
  expect(leftText(event({ until: null }), before)).toBe('')
})

test.each([
  [4.06, '+4.1'],
  [3, '+3.0'],
  [0.04, '0.0'],
  [-0.04, '0.0'],
  [-3.4, '−3.4'],
])('%s more is written %s', (value, told) => expect(aheadText(value)).toBe(told))

test('an event ends at first on a Sunday evening, at least two days from now and in time', () => {
  for (let day = 0; day < 14; day++) {
    const now = new Date(2026, 10, 20 + day, 23, 30)
    const end = firstEnd(now)
    expect(end.getDay()).toBe(0)
    expect(asField(end)).toMatch(/T22:00$/)
    expect((end.getTime() - now.getTime()) / HOUR).toBeGreaterThan(46)
    expect((end.getTime() - now.getTime()) / HOUR / 24).toBeLessThan(LONGEST_EVENT_DAYS)
  }
})

test('a moment goes through the field for it unchanged', () => {
  const moment = new Date(2026, 2, 5, 7, 9)
  expect(new Date(asField(moment))).toEqual(moment)
})

describe('an evening of two teams', () => {
  const seat = (table: number, seat: number, team: number | null, result: number): EventSeat => ({
    ...{
      table,
      seat,
      team,
      given_up: false,
      bots_finished: false,
      result,
      pseudonym: `${table}.${seat}`,
      name: null,
      bot: null,
      you: false,
      round: null,
    },
  })
  const rows = [seat(1, 0, 0, 5), seat(1, 1, 1, 2), seat(2, 0, 1, 3), seat(2, 1, 0, 2)]

  test('gains at each seat what it has more there than the other', () => {
    expect(gainedAt({ ...deal(1, 'finished'), rows }, 1)).toEqual({ totals: [7, 5], gain: 2 })
    expect(gainedAt({ ...deal(1, 'finished'), rows }, -1)).toEqual({ totals: [7, 5], gain: -2 })
  })

  test('compares no seat that only one of them had', () => {
    expect(gainedAt({ ...deal(1, 'finished'), rows: rows.slice(0, 3) }, 1)).toEqual({
      totals: [5, 3],
      gain: 2,
    })
    expect(gainedAt(deal(1, 'running'), -1)).toEqual({ totals: [0, 0], gain: 0 })
  })

  test('says who leads', () => {
    const teams = (total: number): EventTeam[] => [
      { team: 0, name: 'Night Owls', total },
      { team: 1, name: null, total: -total },
    ]
    expect(ledText(event({ teams: teams(3) }))).toBe('Night Owls +3 points')
    expect(ledText(event({ teams: teams(-1) }))).toBe('Blue +1 point')
    expect(ledText(event({ teams: teams(0) }))).toBe('even')
  })

  test('is told as an evening as long as it has no end', () => {
    const about = { kind: 'evening', until: null, deals: 6, game: 'whist' } as const
    expect(kindText(event({ ...about, state: 'open' }))).toBe('whist · 6 deals · one evening')
    const over = kindText(event({ ...about, state: 'over', until: '2026-11-29T21:00:00Z' }))
    expect(over).toContain('ended')
  })
})

const STILL: Record<Language, [one: string, last: string, known: string]> = {
  en: [
    'One table still plays these cards. What they made is told when all are done; then the next deal takes you to your seat.',
    'Others still play these cards. What they made is told when all are done.',
    '',
  ],
  'zh-Hans': [
    '还有 1 桌在打这副牌。等大家都打完才公布别人的成绩，然后自动带你去下一副的座位。',
    '还有人在打这副牌。等大家都打完才公布别人的成绩。',
    '',
  ],
  ja: [
    '1卓がまだこのカードでプレイ中です。結果は全員が終わってから表示されます。そのあと次の回の席へ自動で移ります。',
    'ほかの人がまだこのカードでプレイ中です。結果は全員が終わってから表示されます。',
    '',
  ],
}

test.each(LANGUAGES)('an evening says that others still play a deal, in %s', async (tag) => {
  await setLanguage(tag)
  await withMessages('result', withMessages('same', Promise.resolve()))
  const seats_now = [true, false].map((done, i) => ({ table: i + 1, people: [], done }))
  const evening = event({ kind: 'evening', deals: 2, seats_now })
  expect([
    othersPlayText(evening, deal(1, 'running')),
    othersPlayText({ ...evening, seats_now: [] }, deal(2, 'running')),
    othersPlayText(evening, { ...deal(1, 'finished', 4), board: 'b' }),
  ]).toEqual(STILL[tag])
  expect(othersPlayText(event(), deal(1, 'finished', 4))).toBe('')
})
