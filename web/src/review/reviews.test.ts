// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { speak } from '../../tests/speak'
import { withMessages } from '../lib/i18n/index.svelte'
import { LANGUAGES } from '../lib/i18n/languages'
import type { EvaluationInfo, Replay, ReplayMoment, ReviewState, View } from '../lib/protocol'
import type { TableModule } from '../table/module'
import { written } from '../table/written'
import { choiceOf, pictureOf, seatRound, segmentAfter } from './choices'
import { drawnCurve, levelsOf, pathOf, stepFor } from './curve'
import { figureOf, points, pointsWithin } from './figures'
import { LiveLine } from './liveLine.svelte'
import { problemOf } from './problems'
import { LiveReview } from './liveReview.svelte'
import { TryLine } from './tryLine'
import { betterText, headingText, questionText, whatText, whyText } from './words'

beforeAll(async () => {
  await withMessages('replay', Promise.resolve())
})

/** A decision at which another card was better. */
const JUDGED: EvaluationInfo = {
  at: 1,
  phase: 'play',
  kind: 'play',
  played: written('play', ['KS']),
  other: written('play', ['QS']),
  value: -0.5,
  by: 4.5,
  error: 0.1,
  worlds: 600,
  expected: 4,
  tried: 4,
  all_tried: true,
  is_loss: true,
  is_well_evaluated: false,
  reason_played: null,
  reason_other: { code: 'draws_trumps', count: null, suit: null },
  why: { code: 'draws_trumps', count: null, suit: null },
}

const STATE: ReviewState = {
  seat: 0,
  known: false,
  worlds: 600,
  state: 'done',
  ahead: 0,
  of: 1,
  seconds_left: 0,
  now: null,
  decisions: [JUDGED],
  moments: [0],
  well_evaluated: [],
  lost: 4.5,
  curve: [
    { at: 0, expected: 3 },
    { at: 1, expected: 4 },
    { at: 4, expected: -2 },
  ],
  luck: { value: 3, average: 2, error: 0.2 },
  result: -2,
}

const move = (seat: number, card: string) => ({ kind: 'move', action: 'play', seat, cards: [card] })

/** A round of one trick: 1 leads, 2 follows, and 0 closes it; after a deal. */
function round(game = 'trump7', you: number | null = 0) {
  const view = (table: [number, string][], last: [number, string][] = []): View =>
    ({
      game,
      seat: 0,
      phase: 'play',
      acting: [0],
      hand: ['KS', 'QS'],
      table: table.map(([seat, card]) => ({ seat, cards: [card] })),
      last_trick: last.map(([seat, card]) => ({ seat, cards: [card] })),
      rows: [],
    }) as unknown as View
  const moment = (at: number, shown: View, events: unknown[], result: number[] | null = null) =>
    ({
      at,
      version: at + 1,
      view: shown,
      standing: { result },
      events,
      decision: at === 1,
    }) as unknown as ReplayMoment
  const whole: [number, string][] = [
    [1, '7S'],
    [0, 'KS'],
    [2, 'TS'],
  ]
  const moments = [
    moment(0, view([]), []),
    moment(1, view(whole.slice(0, 1)), [move(1, '7S')]),
    moment(2, view(whole.slice(0, 2)), [move(0, 'KS')]),
    moment(
      3,
      view([], whole),
      [move(2, 'TS'), { kind: 'trick', seat: 2, cards: [] }, { kind: 'round' }],
      [-2, 1, 1],
    ),
  ]
  const seats = [0, 1, 2].map((seat) => ({
    seat,
    bot: null,
    you: seat === you,
    name: `P${seat}`,
    free: false,
  }))
  const table = { id: 'a', game, unit: 'deal', players: 3, seats, best_total: 'highest' }
  const replay = { id: 'a.1', table, viewer: 0, you, open: false, round: 1, moments } as unknown as Replay
  return seatRound(replay, { turnEnd: null } as TableModule)
}

describe('figures', () => {
  test.each([
    [4.53, 0.1, 4.5, 0.2],
    [0.43, 0.07, 0.4, 0.1],
    [0.061, 0.013, 0.06, 0.03],
    [109.4, 9.2, 109, 18],
    [0.7, 0.0004, 0.7, 0.01], // an error is never nothing
    [2, 0, 2, 0], // but where there is none
    [0.004, 0.001, 0.004, 0.002], // what is sure is not shown as nothing
    [0.03, 0.2, 0, 0.4], // what is not, is
  ])('%d with an error of %d is %d ± %d', (value, error, shown, within) => {
    expect(figureOf(value, error)).toEqual({ value: shown, within })
  })

  test.each([
    ['lockup', 'en', '1 trick'],
    ['lockseven', 'zh-Hans', '1 级'],
    ['trump7', 'ja', '1点'],
    ['seven_bridge', 'en', '1 point'],
  ] as const)('%s counts in its own points (%s)', async (game, language, text) => {
    await speak(game, language)
    expect(points(game, 1)).toBe(text)
  })

  test('a game without a word for them has points', async () => {
    await speak('trump7')
    expect(pointsWithin('whist', 1.25, 0.2)).toBe('1.3 ± 0.4 points')
  })
})

describe('a decision on its round', () => {
  test('its trick is the whole one, with the own card ringed', () => {
    const [choice, pictured] = [choiceOf(round(), JUDGED), () => pictureOf(choiceOf(round(), JUDGED), 0)]
    expect(choice.turn).toBe(2)
    expect(choice.index).toBe(2)
    expect(pictured().map(({ card, mine }) => [card, mine])).toEqual([
      ['7S', false],
      ['KS', true],
      ['TS', false],
    ])
    expect(segmentAfter(round(), 1)?.number).toBe(1)
  })

  test('a move without a trick is its cards, or those of the better one, or the hand', () => {
    const of = (played: string[], other: string[]) => {
      const judged = { ...JUDGED, kind: 'x', played: written('x', played), other: written('y', other) }
      return pictureOf(choiceOf(round(), judged), 0).map(({ card, mine, more }) => [card, mine, more])
    }
    expect(of(['8H', 'JK=6H'], [])).toEqual([
      ['8H', true, 0],
      ['JK', true, 0],
    ])
    expect(of([], ['9S'])).toEqual([['9S', false, 0]])
    expect(of([], [])).toEqual([
      ['KS', false, 0],
      ['QS', false, 0],
    ])
    expect(of(['2S', '3S', '4S', '5S', '6S', '7S', '8S'], []).at(-1)).toEqual(['6S', true, 2])
  })
})

describe.each(LANGUAGES)('in %s', (language) => {
  beforeEach(() => speak('trump7', language))

  test('a lead, a card, a named move and what was well judged are told', () => {
    const other = { ...JUDGED, kind: 'pass', played: written('pass'), other: written('take', [], 'S') }
    const found = { ...JUDGED, is_loss: false, is_well_evaluated: true, by: -2.8 }
    const told = [JUDGED, other, found].map((judged) => whatText(choiceOf(round(), judged), 0))
    expect(told).toMatchSnapshot()
    expect(told.join('')).not.toMatch(/[{}]|undefined/)
  })

  test('somebody else’s are told with their name, and the reason as what the server says', () => {
    const choice = choiceOf(round('trump7', null), JUDGED)
    expect(whatText(choice, 0)).toContain('P0')
    expect(headingText(choice, 0)).toContain('P0')
    expect(whyText(choice, 0)).toMatch(/[“「].*[”」]/)
  })
})

test.each([
  ['trump7', ['take', 'pass', 'discard']],
  ['seven_bridge', ['pass', 'pon', 'chi', 'draw', 'meld', 'lay', 'discard']],
  ['lockseven', ['call', 'wait', 'anti', 'pass', 'bury', 'concede', 'solo', 'hide']],
] as const)('every kind of decision of %s has a heading and a sentence', async (game, kinds) => {
  const phases = { trump7: 'bid', seven_bridge: 'draw', lockseven: 'decide' }
  for (const language of LANGUAGES) {
    await speak(game, language)
    for (const kind of kinds) {
      const judged: EvaluationInfo = {
        ...JUDGED,
        kind,
        phase: phases[game],
        played: written(kind, ['8H']),
        other: written(kind, ['9H']),
      }
      const choice = choiceOf(round(game), judged)
      const texts = [headingText(choice, 0), whatText(choice, 0), questionText(choice, 0)]
      expect(
        texts.every((text) => text.length > 1 && !/[{}]|decision\.|judged\./.test(text)),
        kind,
      ).toBe(true)
    }
  }
})

test('of two moves of a kind the cards say all', async () => {
  await speak('seven_bridge')
  const { scene } = choiceOf(round('seven_bridge'), JUDGED)
  const discard = (card: string) => written('discard', [card])
  expect(betterText(scene, { ...JUDGED, played: discard('8D'), other: discard('QC') })).toBe('Q♣')
  expect(betterText(scene, { ...JUDGED, played: written('pass'), other: discard('QC') })).toBe('Discard Q♣')
})

describe('the curve', () => {
  const FRAME = { left: 0, right: 400, top: 0, bottom: 100 }

  test.each([
    [4, 1],
    [6, 2],
    [0.3, 0.1],
    [150, 50],
  ])('a range of %d has lines every %d', (size, step) => {
    expect(stepFor(size)).toBeCloseTo(step)
  })

  test('its lines hold every value, and zero', () => {
    expect(levelsOf([3, 4, -2])).toEqual([-2, 0, 2, 4])
    expect(levelsOf([-6, -0.2])).toEqual([-6, -4, -2, 0])
    expect(levelsOf([0])).toEqual([0, 0.5])
  })

  test('it falls where something was lost, and ends at the result', () => {
    const { points, marks, end } = drawnCurve(STATE, round(), FRAME, false)
    expect(points.map(({ x }) => x)).toEqual([0, 100, 100, 400])
    expect(points[1]!.y).toBeLessThan(points[2]!.y)
    expect(marks[0]).toMatchObject({ x: 100, drop: points[2]!.y })
    expect(end.y).toBe(100)
    expect(pathOf(points)).toMatch(/^M0\.0 [\d.]+L100\.0 /)
  })

  test('where the fewest points win, less is higher', () => {
    const { points } = drawnCurve(STATE, round(), FRAME, true)
    expect(points.at(-1)!.y).toBe(0)
  })
})

describe('a review', () => {
  afterEach(() => void vi.useRealTimers())

  /** A server that answers with these, one after the other, the last for ever. */
  function serve(
    ...answers: (Partial<ReviewState> | { status: number; code: string; values?: object } | null)[]
  ) {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' } = {}) => {
      asked.push(`${method} ${path}`)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === null || answer === undefined) throw new TypeError('no server')
      if ('code' in answer) {
        const { status, code, values = {} } = answer
        return new Response(JSON.stringify({ type: 'error', code, values }), { status })
      }
      return new Response(JSON.stringify({ ...STATE, ...answer }))
    })
    return asked
  }

  const made = () => new LiveReview({ id: 'a.1', seat: 0, known: false })

  test('is looked for without being made, and watched while it is', async () => {
    vi.useFakeTimers()
    const asked = serve({ state: 'none' }, { state: 'queued' }, { state: 'running' }, { state: 'done' })
    const review = made()
    await review.look()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['GET /api/rounds/a.1/review?from=0&known=false'])
    await review.make()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.map((each) => each.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'GET'])
    expect(review.state?.state).toBe('done')
    expect(review.running).toBe(false)
    review.close()
  })

  test('shows moments before it is done, the costliest first', async () => {
    const small = { ...JUDGED, at: 0, by: 0.5 }
    const fine = { ...JUDGED, at: 3, is_loss: false }
    serve({ state: 'running', decisions: [small, JUDGED, fine], moments: [] })
    const review = made()
    await review.look()
    expect(review.moments.map(({ at }) => at)).toEqual([1, 0])
    review.close()
  })

  test('has what was judged well below what was lost, at least one', async () => {
    const well = (at: number) => ({ ...JUDGED, at, by: -at, is_loss: false, is_well_evaluated: true })
    const decisions = [JUDGED, { ...JUDGED, at: 2 }, { ...JUDGED, at: 3 }, well(5), well(6)]
    serve({ decisions, moments: [0, 1, 2], well_evaluated: [4, 3] })
    const review = made()
    await review.look()
    expect(review.shown.map(({ at }) => at)).toEqual([1, 2, 3, 6])
  })

  test('waits for a server that is away, and asks again', async () => {
    vi.useFakeTimers()
    serve(null, { state: 'done' })
    const review = made()
    await review.make()
    expect([review.away, review.problem]).toEqual([true, null])
    await vi.advanceTimersByTimeAsync(3000)
    expect([review.away, review.state?.state]).toEqual([false, 'done'])
  })

  test.each(['too_many', 'too_many_reviews', 'review_of_bot', 'review_impossible'])(
    'is refused in words: %s',
    async (code) => {
      serve({ status: 429, code, values: { seconds: '130', reason: 'queue' } })
      const review = made()
      await review.make()
      const { title, help } = problemOf(review.problem!)
      expect(title + help).not.toMatch(/review\.|[{}]/)
      expect(problemOf(review.problem!).again).toBe(code.startsWith('too_many'))
      if (code.startsWith('too_many')) expect(help).toContain('3 minutes')
    },
  )

  test.each(['no_such_seat', 'game_unknown', 'table_damaged', 'round_unknown', 'rounds_closed'])(
    'of a round that cannot be had says why: %s',
    (code) => {
      const { title, help, again } = problemOf({ code, values: {} })
      expect(title + help).not.toMatch(/review\.|replay\.|[{}]/)
      expect(help).not.toContain(code)
      expect(again).toBe(false)
    },
  )

  test('that cannot judge a move now says why, and the table is as it was', async () => {
    const there = { ...STATE, answer: { type: 'snapshot', version: 1 } }
    serve(there, { status: 429, code: 'too_many', values: { seconds: '20' } }, there)
    const [received, refused]: [unknown[], string[]] = [[], []]
    const listener = { connection: () => {}, receive: (message: unknown) => void received.push(message) }
    const line = new TryLine(
      listener,
      { id: 'a.1', seat: 0, known: false },
      1,
      () => {},
      ({ code }) => void refused.push(code),
    )
    await vi.waitFor(() => expect(received).toHaveLength(1))
    line.send({ type: 'play', version: 1, move: 'KS' })
    await vi.waitFor(() => expect(received).toHaveLength(2))
    expect(refused).toEqual(['too_many'])
    expect(line.unanswered).toBeNull()
    line.close()
  })

  test('that waits longer than it must is not asked for twice', async () => {
    vi.useFakeTimers()
    const asked = serve({ state: 'running' })
    const review = made()
    await review.look()
    review.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(1)
  })
})

test('a screen reader is told one line in five seconds at most, and the newest', async () => {
  vi.useFakeTimers()
  const live = new LiveLine()
  for (const text of ['1 of 7', '2 of 7', '3 of 7']) live.say(text)
  expect(live.text).toBe('1 of 7')
  await vi.advanceTimersByTimeAsync(4900)
  expect(live.text).toBe('1 of 7')
  await vi.advanceTimersByTimeAsync(200)
  expect(live.text).toBe('3 of 7')
  live.say('done')
  expect(live.text).toBe('3 of 7')
  await vi.advanceTimersByTimeAsync(5000)
  expect(live.text).toBe('done')
  live.close()
  vi.useRealTimers()
})
