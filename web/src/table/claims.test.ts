// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { moved } from '../../tests/events'
import { fakeSockets, newestSocket } from '../../tests/fake_socket'
import { speak } from '../../tests/speak'
import { answer, choices, sent, sit, snapshot, table, update } from '../../tests/told'
import { hasten } from './cardFlights'
import type { TableModule } from './module'
import { TableSession } from './session.svelte'
import { written } from './written'

beforeAll(() => speak('lockup'))
beforeEach(() => {
  vi.useFakeTimers()
  fakeSockets()
})
afterEach(() => {
  hasten()
  vi.useRealTimers()
})

describe('an answer whose time must tell nothing (law 8)', () => {
  const own: Partial<TableModule> = { secretive: () => true }
  const asked = (moves: string[], cards = '') => ({
    ...update(2, 'QH KH', [moved(1, 'pass', 2)]),
    choices: choices(2, cards, '', moves),
    table,
  })
  const passes = () => newestSocket().sent.filter(({ type }) => type === 'play')

  beforeEach(() => vi.spyOn(Math, 'random').mockReturnValue(0.5))
  afterEach(() => vi.restoreAllMocks())

  function friends(): TableSession {
    const session = sit(own, 'QH KH', [1])
    const seats = table.seats.map((seat) => ({ ...seat, bot: null, free: false }))
    answer({ type: 'table', table: { ...table, pace: 900, started: true, seats } })
    return session
  }

  test('a pass that is forced is made by itself after a beat', () => {
    const session = friends()
    answer(asked(['pass']))
    expect([passes(), session.forced?.text]).toEqual([[], 'pass'])
    vi.advanceTimersByTime(2499)
    expect(passes()).toEqual([])
    vi.advanceTimersByTime(2)
    expect(passes()).toEqual([{ type: 'play', version: 2, move: 'pass' }])
  })

  test('who has passed and hears at once that they are asked anew passes after another beat', () => {
    friends()
    answer(asked(['pass']))
    vi.advanceTimersByTime(2501)
    const events = [moved(0, 'pass', 3), moved(1, 'anti', 4)]
    answer({
      ...asked(['pass']),
      ...update(4, 'QH KH', events),
      since: 2,
      choices: choices(4, '', '', ['pass']),
    })
    expect(passes()).toHaveLength(1)
    vi.advanceTimersByTime(2501)
    expect(passes()).toHaveLength(2)
  })

  test('a pass that is chosen goes out when a forced one would', () => {
    const session = friends()
    answer(asked(['pass'], 'QH'))
    expect(session.forced).toBeNull()
    vi.advanceTimersByTime(400)
    session.play(written('pass'))
    expect([passes(), session.pending?.text]).toEqual([[], 'pass'])
    vi.advanceTimersByTime(2101)
    expect(passes()).toEqual([{ type: 'play', version: 2, move: 'pass' }])
  })

  test('an answer that is held is dropped when another question comes, which can be answered', () => {
    const session = friends()
    answer(asked(['pass'], 'QH'))
    session.play(written('pass'))
    expect(session.pending?.text).toBe('pass')
    const next = update(3, 'QH KH', [moved(1, '3H', 3)])
    answer({ ...next, view: { ...next.view, phase: 'anti' }, choices: choices(3, 'QH', '', ['pass']) })
    expect(session.pending).toBeNull()
    session.play(written('pass'))
    vi.advanceTimersByTime(2501)
    expect(passes()).toEqual([{ type: 'play', version: 3, move: 'pass' }])
  })

  test('a longer thought is answered at once, and nothing is passed for it', () => {
    const session = friends()
    answer(asked(['pass'], 'QH'))
    vi.advanceTimersByTime(9000)
    expect(passes()).toEqual([])
    session.play(written('pass'))
    expect(passes()).toHaveLength(1)
  })
})

describe('how long claims are taken', () => {
  /** What the server says is left when it opens claims, in ms. */
  const LEFT = 3970
  let version: number

  /** Claims are opened at a table whose hello took so long, there and back. */
  function openClaims(trip: number): TableSession {
    version = 1
    const session = new TableSession('t')
    newestSocket().open()
    vi.advanceTimersByTime(trip)
    newestSocket().answer(snapshot('QH KH', [1]))
    claims()
    return session
  }
  function claims(): void {
    version += 1
    answer({ ...update(version, 'QH KH', []), claims: { length: 4000, left: LEFT } })
  }
  function pong(trip: number): void {
    expect(sent()).toEqual({ type: 'ping' })
    vi.advanceTimersByTime(trip)
    answer({ type: 'pong', now: new Date().toISOString() })
  }

  test.each([
    [0, 0],
    [30, 30],
    [400, 400],
    [100, 900],
    [900, 100],
    [1900, 1900],
  ])('on a line of %i ms there and %i ms back, what is sent before the end counts', (there, back) => {
    const session = openClaims(there + back)
    const closes = performance.now() - back + LEFT
    for (const measured of [false, true]) {
      if (measured) pong(there + back)
      expect(session.claimsEnd + there).toBeLessThanOrEqual(closes)
      expect(session.claimsEnd + there).toBeGreaterThan(closes - 200)
    }
  })

  test('a line that has become slow is noticed while claims are open', () => {
    const session = openClaims(0)
    const closes = performance.now() - 400 + LEFT
    pong(800)
    expect(session.claimsEnd + 400).toBeLessThanOrEqual(closes)
  })

  test('of the last trips the slowest counts, and one long ago does not', () => {
    const session = openClaims(0)
    for (const trip of [800, 20, 20, 20]) {
      pong(trip)
      claims()
      expect(performance.now() + LEFT - session.claimsEnd).toBeGreaterThan(800)
    }
    pong(20)
    claims()
    expect(performance.now() + LEFT - session.claimsEnd).toBeLessThan(200)
  })
})
