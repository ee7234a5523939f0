// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n/index.svelte'
import { navigate } from '../lib/route.svelte'
import { endActions } from './ending'
import type { TableSession } from './session.svelte'

vi.mock('../lib/route.svelte', () => ({ navigate: vi.fn() }))

beforeAll(() => setLanguage('en'))
beforeEach(() => vi.clearAllMocks())

const seats = [null, 'easy', 'hard', 'medium'].map((bot, seat) => ({ seat, you: seat === 0, bot }))
const table = { game: 'lockup', unit: 'hand', players: 4, seats, rematch: null as string | null }

function ended(standing: object, phase = 'over', at: object = {}, seat: number | null = 0): TableSession {
  const view = { phase, seat }
  const state = { table: { ...table, ...at }, standing, view }
  return { state, shown: view, nextRound: vi.fn(), askRematch: vi.fn() } as unknown as TableSession
}

const labels = (session: TableSession) => endActions(session).map(({ label }) => label)

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
  expect(labels(session)).toEqual(['Rematch', 'Back'])
  endActions(session)[0]!.run()
  expect(session.askRematch).toHaveBeenCalledWith(false)
})

test('where friends sit, the seats can be drawn anew', () => {
  const session = ended(over, 'over', { seats: [...seats.slice(0, 3), { seat: 3, you: false, bot: null }] })
  expect(labels(session)).toEqual(['Rematch', 'Rematch, other seats', 'Back'])
  endActions(session)[1]!.run()
  expect(session.askRematch).toHaveBeenCalledWith(true)
})

test('a rematch that somebody has asked for is joined', () => {
  const session = ended(over, 'over', { rematch: 'again' })
  expect(labels(session)).toEqual(['To the rematch', 'Back'])
  endActions(session)[0]!.run()
  expect(navigate).toHaveBeenCalledWith('/tables/again')
})

test('who watches asks for nothing', () => {
  expect(labels(ended(over, 'over', {}, null))).toEqual(['Back'])
})
