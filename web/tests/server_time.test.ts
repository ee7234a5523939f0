import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const DEVICE = Date.parse('2026-11-28T12:00:00Z')
const SLOW = 7 * 60_000

type Clock = typeof import('../src/lib/serverTime')
let clock: Clock

/** An answer that the server began at this time by its own clock. */
const at = (time: number) => new Date(time).toISOString()

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: DEVICE })
  clock = await import('../src/lib/serverTime')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("until something comes it is the device's time", () => {
  expect(clock.serverTime()).toBe(DEVICE)
  clock.noteServerTime('', 20)
  expect(clock.serverTime()).toBe(DEVICE)
})

test('the first answer says how far the device is off, and time goes on from there', () => {
  clock.noteServerTime(at(DEVICE + SLOW - 50), 100)
  expect(clock.serverTime()).toBe(DEVICE + SLOW)
  vi.advanceTimersByTime(5000)
  expect(clock.serverTime()).toBe(DEVICE + SLOW + 5000)
  expect(clock.dateAt()).toEqual(new Date(DEVICE + SLOW + 5000))
  expect(clock.hasCome(at(DEVICE + SLOW + 5000))).toBe(true)
  expect(clock.hasCome(at(DEVICE + SLOW + 5001))).toBe(false)
})

test('a quick answer corrects what a slow one has said, and not the other way round', () => {
  clock.noteServerTime(at(DEVICE + SLOW), 8000) // it may be 0 to 8 s more
  expect(clock.serverTime()).toBe(DEVICE + SLOW + 4000)
  clock.noteServerTime(at(DEVICE + SLOW - 5), 10)
  expect(clock.serverTime()).toBe(DEVICE + SLOW + 5)
  clock.noteServerTime(at(DEVICE + SLOW - 3000), 6000)
  expect(clock.serverTime()).toBe(DEVICE + SLOW + 5)
})

test('where the clock of the device is set meanwhile, the next answer is followed', () => {
  clock.noteServerTime(at(DEVICE + SLOW - 5), 10)
  vi.setSystemTime(DEVICE + SLOW)
  clock.noteServerTime(at(DEVICE + SLOW - 5), 10)
  expect(clock.serverTime()).toBeGreaterThanOrEqual(DEVICE + SLOW - 5)
  expect(clock.serverTime()).toBeLessThanOrEqual(DEVICE + SLOW + 5)
})

test.each([200, 404])('an answer with status %s brings the time', async (status) => {
  const headers = { 'x-server-time': at(DEVICE - SLOW) }
  vi.stubGlobal('fetch', async () => Response.json([], { status, headers }))
  const { fetchGames } = await import('../src/lib/begin')
  await fetchGames().catch(() => undefined)
  expect(clock.serverTime()).toBe(DEVICE - SLOW)
})

test('an answer that a cache may have kept brings none', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]))
  const { fetchGames } = await import('../src/lib/begin')
  await fetchGames()
  expect(clock.serverTime()).toBe(DEVICE)
})
