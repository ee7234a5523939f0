// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../lib/i18n/index.svelte'
import { createTable } from '../lib/api'
import { navigate } from '../lib/route.svelte'
import { endActions } from './ending'
import type { TableSession } from './session.svelte'

vi.mock('../lib/api', () => ({ createTable: vi.fn(async () => ({ id: 'again' })) }))
vi.mock('../lib/route.svelte', () => ({ navigate: vi.fn() }))

beforeAll(() => setLanguage('en'))
beforeEach(() => vi.clearAllMocks())

const options = { target: 7, lockup_loss: 'at_once' }
const seats = [null, 'easy', 'hard', 'medium'].map((bot, seat) => ({ seat, you: seat === 0, bot }))
const table = { game: 'lockup', unit: 'hand', options, players: 4, pace: 300, seats }

function ended(standing: object, phase = 'over'): TableSession {
  const view = { phase }
  const state = { table, standing, view }
  return { state, shown: view, nextRound: vi.fn() } as unknown as TableSession
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

test('a rematch has the game, the seats, the bots and every option of the match', async () => {
  endActions(ended({ result: [1, 2], over: true }))[0]!.run()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/tables/again'))
  expect(createTable).toHaveBeenCalledWith({
    game: 'lockup',
    options,
    players: 4,
    pace: 300,
    bots: ['easy', 'hard', 'medium'],
  })
})
