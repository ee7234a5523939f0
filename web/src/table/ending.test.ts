// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage, withMessages } from '../lib/i18n/index.svelte'
import { navigate } from '../lib/route.svelte'
import { endActions } from './afterRound'
import { waitsFor } from './ending'
import type { GameSession } from './gameSession'

vi.mock('../lib/route.svelte', () => ({ navigate: vi.fn() }))

beforeAll(async () => {
  await withMessages('result', Promise.resolve())
  await setLanguage('en')
})
beforeEach(() => vi.clearAllMocks())

const seats = [null, 'easy', 'hard', 'medium'].map((bot, seat) => ({ seat, you: seat === 0, bot }))
const table = {
  game: 'lockup',
  unit: 'hand',
  players: 4,
  seats,
  rematch: null as string | null,
  board: null as string | null,
  event: null as string | null,
  going_on: null,
}

function ended(standing: object, phase = 'over', at: object = {}, seat: number | null = 0): GameSession {
  const view = { phase, seat }
  const state = { table: { ...table, ...at }, standing, view }
  return { state, shown: view, nextRound: vi.fn(), askRematch: vi.fn() } as unknown as GameSession
}

const labels = (session: GameSession) => endActions(session).map(({ label }) => label)

test('a round that is played offers nothing, its end the next', () => {
  expect(labels(ended({ result: null, over: false }, 'play'))).toEqual([])
  expect(labels(ended({ result: null, over: false }))).toEqual(['Deal again'])
  const session = ended({ result: [1, 2], over: false })
  expect(labels(session)).toEqual(['Next hand'])
  endActions(session)[0]!.run()
  expect(session.nextRound).toHaveBeenCalledOnce()
})

const over = { result: [1, 2], over: true }

test('after the match the same players can play again', () => {
  const session = ended(over)
  expect(labels(session)).toEqual(['Rematch'])
  endActions(session)[0]!.run()
  expect(session.askRematch).toHaveBeenCalledWith(false)
})

test('where friends sit, the seats can be drawn anew', () => {
  const session = ended(over, 'over', { seats: [...seats.slice(0, 3), { seat: 3, you: false, bot: null }] })
  expect(labels(session)).toEqual(['Rematch', 'Rematch, other seats'])
  endActions(session)[1]!.run()
  expect(session.askRematch).toHaveBeenCalledWith(true)
})

test('a rematch that somebody has asked for is joined', () => {
  const session = ended(over, 'over', { rematch: 'again' })
  expect(labels(session)).toEqual(['To the rematch'])
  endActions(session)[0]!.run()
  expect(navigate).toHaveBeenCalledWith('/tables/again')
})

describe('once somebody has gone on', () => {
  const people = [
    { seat: 0, you: true, bot: null, connected: true },
    { seat: 1, you: false, bot: null, connected: true },
    { seat: 2, you: false, bot: null, connected: false },
    { seat: 3, you: false, bot: 'easy', connected: false },
  ]
  const at = (...seats: number[]) => ({ seats: people, going_on: { seats, until: '' } })

  test.each([{ result: [1, 2], over: false }, { result: null, over: false }, over])(
    'the player waits for the others who are there, and asks for nothing (%o)',
    (standing) => {
      const session = ended(standing, 'over', at(0))
      expect(labels(session)).toEqual([])
      expect(waitsFor(session)!.map(({ seat }) => seat)).toEqual([1])
    },
  )

  test('the others still see the result, and can go on', () => {
    const session = ended({ result: [1, 2], over: false }, 'over', at(1))
    expect(labels(session)).toEqual(['Next hand'])
    expect(waitsFor(session)).toBeNull()
  })
})

test('who watches asks for nothing', () => {
  expect(labels(ended(over, 'over', {}, null))).toEqual(['Back'])
})

test('at a board it leads to the comparison, and there is no rematch', () => {
  const session = ended(over, 'over', { board: 'b0a2d1' })
  expect(labels(session)).toEqual(['Compare'])
  endActions(session)[0]!.run()
  expect(navigate).toHaveBeenCalledWith('/same/b0a2d1?seat=0')
})

test('at a board of an event it leads to the event', () => {
  const session = ended(over, 'over', { board: 'b0a2d1', event: 'Ab3_x' })
  expect(labels(session)).toEqual(['To the event'])
  endActions(session)[0]!.run()
  expect(navigate).toHaveBeenCalledWith('/event/Ab3_x')
})
