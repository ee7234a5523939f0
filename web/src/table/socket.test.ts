import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeSocket, fakeSockets, newestSocket } from '../../tests/fake_socket'
import type { ServerMessage } from '../lib/protocol'
import { serverTime } from '../lib/serverTime'
import { socketAddress } from '../lib/sockets'
import { TableSocket, type Connection } from './socket'

const update = (version: number) => ({ type: 'update', since: version - 1, version, events: [] })
const play = (version: number, move: string) => ({ type: 'play', version, move }) as const

let heard: ServerMessage[]
let connections: Connection[]

function connect(): TableSocket {
  return new TableSocket('ws://here/api/tables/t/socket', {
    receive: (message) => heard.push(message),
    connection: (now) => connections.push(now),
  })
}

function connectedAt(version: number): TableSocket {
  const socket = connect()
  newestSocket().open()
  newestSocket().answer({ type: 'snapshot', version })
  return socket
}

beforeEach(() => {
  vi.useFakeTimers()
  fakeSockets()
  heard = []
  connections = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("the server's clock", () => {
  const FAST = 7 * 60_000
  const table = (deadline: string | null, until: string | null = null) => ({
    clocks: [{ seat: 0, bank: 0, deadline }],
    going_on: until === null ? null : { seats: [], until },
  })
  const pings = () => newestSocket().sent.filter((message) => message.type === 'ping')
  const answered = (now: number) => ({ type: 'pong', now: new Date(now).toISOString() })

  test.each([
    ['a clock runs', table('2026-01-01T12:00:30Z')],
    ['a result is shown for a while', table(null, '2026-01-01T12:00:20Z')],
  ])('is asked for once where %s, and counts instead of that of a device that is off', (_, told) => {
    const device = Date.parse('2026-01-01T12:00:00Z')
    vi.setSystemTime(device)
    connect()
    newestSocket().open()
    newestSocket().answer({ type: 'snapshot', version: 1, table: told })
    expect(pings()).toHaveLength(1)
    vi.advanceTimersByTime(400)
    newestSocket().answer(answered(device - FAST + 200))
    expect(serverTime() - Date.now()).toBe(-FAST)
    newestSocket().answer({ type: 'table', table: told })
    expect(pings()).toHaveLength(1)
  })

  test('is asked for again after a sleep, in which the clock of the device may have been set', () => {
    const socket = connect()
    newestSocket().open()
    newestSocket().answer({ type: 'table', table: table('2026-01-01T12:00:30Z') })
    newestSocket().answer(answered(Date.now()))
    expect(pings()).toHaveLength(1)
    socket.wake()
    newestSocket().answer({ type: 'table', table: table('2026-01-01T12:00:30Z') })
    expect(pings()).toHaveLength(2)
  })

  test('is asked for again on another connection, and not where nothing ends', () => {
    connect()
    newestSocket().open()
    newestSocket().answer({ type: 'snapshot', version: 1, table: table(null) })
    expect(pings()).toEqual([])
    newestSocket().answer({ type: 'table', table: table('2026-01-01T12:00:30Z') })
    newestSocket().answer(answered(0))
    newestSocket().cut()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    newestSocket().answer({ type: 'table', table: table('2026-01-01T12:00:30Z') })
    expect(pings()).toHaveLength(1)
  })
})

test('the address follows the page', () => {
  const page = { protocol: 'https:', host: 'cards.example' } as Location
  expect(socketAddress('tables', 'a b', page)).toBe('wss://cards.example/api/tables/a%20b/socket')
})

describe('hello', () => {
  test('has no version on the first connection', () => {
    connect()
    newestSocket().open()
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: null }])
    expect(connections).toEqual(['connecting'])
  })

  test('has the version of the last snapshot, also where that is lower than before', () => {
    connectedAt(9)
    newestSocket().cut()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    newestSocket().answer({ type: 'snapshot', version: 3 })
    newestSocket().cut()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: 3 }])
  })

  test('has the last version after a cut, and the answer says that the line is open', () => {
    connectedAt(4)
    newestSocket().answer(update(5))
    newestSocket().cut()
    expect(connections.at(-1)).toBe('lost')
    vi.runOnlyPendingTimers()
    newestSocket().open()
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: 5 }])
    newestSocket().answer(update(6))
    expect(connections.at(-1)).toBe('open')
  })

  test('asks for everything after begin', () => {
    connectedAt(4).begin()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: null }])
  })
})

describe('a cut line', () => {
  test('is tried again after waits that double up to a limit', () => {
    connect()
    const waits = [400, 800, 1600, 3200, 4000, 4000, 4000]
    for (const [i, wait] of waits.entries()) {
      newestSocket().cut()
      vi.advanceTimersByTime(wait - 1)
      expect(FakeSocket.made).toHaveLength(i + 1)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.made).toHaveLength(i + 2)
    }
  })

  test('is tried at once on retry', () => {
    const socket = connectedAt(1)
    newestSocket().cut()
    socket.retry()
    expect(FakeSocket.made).toHaveLength(2)
    socket.retry()
    expect(FakeSocket.made).toHaveLength(2)
  })

  test('is not tried again once closed', () => {
    connectedAt(1).close()
    vi.runAllTimers()
    expect(FakeSocket.made).toHaveLength(1)
    expect(connections.at(-1)).toBe('closed')
  })

  test('is not tried again when the server will not have us', () => {
    connect()
    newestSocket().open()
    newestSocket().answer({ type: 'error', code: 'table_unknown' })
    newestSocket().cut(4404)
    vi.runAllTimers()
    expect(FakeSocket.made).toHaveLength(1)
    expect(connections.at(-1)).toBe('closed')
    expect(heard).toEqual([{ type: 'error', code: 'table_unknown' }])
  })
})

describe('a page that wakes', () => {
  test('says hello on the line it has, and keeps it where that is answered', () => {
    const socket = connectedAt(3)
    socket.wake()
    expect(newestSocket().sent.at(-1)).toEqual({ type: 'hello', version: 3 })
    newestSocket().answer(update(3))
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.made).toHaveLength(1)
    expect(connections.at(-1)).toBe('open')
  })

  test('connects anew where nothing answers in two seconds: the line was open and dead', () => {
    connectedAt(3).wake()
    vi.advanceTimersByTime(1999)
    expect(FakeSocket.made).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.made).toHaveLength(2)
    newestSocket().open()
    newestSocket().answer(update(4))
    expect(connections.at(-1)).toBe('open')
  })

  test('tries a lost line at once', () => {
    const socket = connectedAt(3)
    newestSocket().cut()
    socket.wake()
    expect(FakeSocket.made).toHaveLength(2)
  })

  test('leaves a closed line closed', () => {
    const socket = connectedAt(3)
    socket.close()
    socket.wake()
    vi.runAllTimers()
    expect(FakeSocket.made).toHaveLength(1)
  })
})

describe('a move', () => {
  test('made while the line is cut is sent when the server is still at its version', () => {
    const socket = connectedAt(7)
    newestSocket().cut()
    socket.send(play(7, 'QH'))
    vi.runOnlyPendingTimers()
    newestSocket().open()
    expect(newestSocket().sent).toHaveLength(1)
    newestSocket().answer(update(7))
    expect(newestSocket().sent.at(-1)).toEqual(play(7, 'QH'))
  })

  test('without an answer before the cut is sent again when the server has not got it', () => {
    const socket = connectedAt(7)
    socket.send(play(7, 'QH'))
    newestSocket().cut()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    newestSocket().answer({ type: 'snapshot', version: 7 })
    expect(newestSocket().sent.filter((message) => message.type === 'play')).toEqual([play(7, 'QH')])
  })

  test('that the server got before the cut is not sent again', () => {
    const socket = connectedAt(7)
    socket.send(play(7, 'QH'))
    newestSocket().cut()
    vi.runOnlyPendingTimers()
    newestSocket().open()
    newestSocket().answer(update(8))
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: 7 }])
    expect(socket.unanswered).toBeNull()
  })

  test.each([
    ['a later version', update(8)],
    ['a refusal', { type: 'refused', version: 7, move: 'QH', rule: 'LU-3.1', details: {} }],
    ['a problem, as when it is stale', { type: 'error', code: 'stale' }],
  ])('is settled by %s', (_, answer) => {
    const socket = connectedAt(7)
    socket.send(play(7, 'QH'))
    expect(socket.unanswered).toEqual(play(7, 'QH'))
    newestSocket().answer(answer)
    expect(socket.unanswered).toBeNull()
  })

  test('without any answer shows that the line is dead', () => {
    connectedAt(7).send(play(7, 'QH'))
    vi.advanceTimersByTime(6000)
    expect(connections.at(-1)).toBe('lost')
  })

  test('other messages are dropped while the line is cut', () => {
    const socket = connectedAt(7)
    newestSocket().cut()
    socket.send({ type: 'ask_hint', version: 7 })
    vi.runOnlyPendingTimers()
    newestSocket().open()
    newestSocket().answer(update(7))
    expect(newestSocket().sent).toEqual([{ type: 'hello', version: 7 }])
  })
})

test('a server that has too much to do is tried again when it says, not given up', () => {
  connectedAt(4)
  newestSocket().answer({ type: 'error', code: 'too_many', values: { what: 'messages', seconds: '7' } })
  newestSocket().cut(4429)
  expect(connections.at(-1)).toBe('lost')
  vi.advanceTimersByTime(6_900)
  expect(FakeSocket.made.length).toBe(1)
  vi.advanceTimersByTime(200)
  newestSocket().open()
  expect(newestSocket().sent).toEqual([{ type: 'hello', version: 4 }])
})
