import { describe, expect, test } from 'vitest'
import type { Choices, Event, ServerMessage, Standing, TableInfo, View } from '../lib/protocol'
import { event as emptyEvent, move } from '../../tests/events'
import { reduce, type TableState } from './state'

const view = (hand: string[]) => ({ hand, acting: [0], seat: 0 }) as unknown as View
const choices = (version: number, cards: string[] = []): Choices => ({
  type: 'choices',
  version,
  chosen: [],
  cards,
  moves: [],
  parts: [],
})
const standing = { round: 1 } as Standing
const table = { id: 't', game: 'lockup', seats: [{ you: true }] } as unknown as TableInfo
const event = (kind: string, version: number): Event => emptyEvent({ kind, version })

const snapshot: ServerMessage = {
  type: 'snapshot',
  version: 3,
  table,
  view: view(['QH']),
  standing,
  choices: choices(3, ['QH']),
  events: [event('deal', 1), event('move', 2), event('move', 3)],
  marks: [],
  tips: [],
  decided: null,
  claims: null,
  may_take_back: null,
  counter: null,
  keys: [],
}
const start = reduce(null, snapshot)!

const update = (since: number, version: number, events: Event[] = []): ServerMessage => ({
  type: 'update',
  since,
  version,
  view: view([]),
  standing,
  choices: choices(version),
  events,
  marks: [],
  tips: [],
  decided: null,
  claims: null,
  may_take_back: null,
  counter: null,
  keys: [],
})

const kinds = (state: TableState | null) => state!.events.map(({ kind, version }) => `${kind} ${version}`)

test('a snapshot is the whole state', () => {
  expect(start).toMatchObject({ version: 3, table, refusal: null, hint: null, selection: null })
  expect(kinds(start)).toEqual(['deal 1', 'move 2', 'move 3'])
})

test('a snapshot of an earlier version is the state from then on, and updates follow on it', () => {
  // a server that was killed in LockSeven's deal shows it again from its first card
  const later = reduce(start, update(3, 9, [event('move', 9)]))
  const again = reduce(later, snapshot)!
  expect(again).toEqual(start)
  const next = reduce(again, update(3, 4, [event('move', 4)]))!
  expect([next.version, next.events.map(({ version }) => version)]).toEqual([4, [1, 2, 3, 4]])
})

test('who looks over a shoulder has the hand, and is a spectator all the same', () => {
  const others = { ...table, seats: [{ you: false }] } as unknown as TableInfo
  const over = reduce(null, { ...snapshot, table: others } as ServerMessage)!
  expect([over.over, over.view.seat, over.view.hand]).toEqual([0, null, ['QH']])
  const after = reduce(over, update(3, 4))!
  expect([after.over, after.view.seat]).toEqual([0, null])
  expect(start.over).toBeNull()
})

test('nothing is known before a snapshot', () => {
  expect(reduce(null, update(0, 1))).toBeNull()
})

describe('an update', () => {
  test('brings the new view and adds its events', () => {
    const after = reduce(start, update(3, 4, [event('move', 4)]))!
    expect(after.version).toBe(4)
    expect(after.view.hand).toEqual([])
    expect(kinds(after)).toEqual(['deal 1', 'move 2', 'move 3', 'move 4'])
  })

  test('that overlaps adds nothing twice', () => {
    const after = reduce(start, update(2, 4, [event('move', 3), event('move', 4)]))
    expect(kinds(after)).toEqual(['deal 1', 'move 2', 'move 3', 'move 4'])
  })

  test('that is not newer changes nothing', () => {
    expect(reduce(start, update(3, 3))).toBe(start)
  })

  test('that leaves a gap cannot be used', () => {
    expect(reduce(start, update(4, 5))).toBeNull()
  })

  test('with a deal drops the round before', () => {
    expect(kinds(reduce(start, update(3, 5, [event('deal', 4), event('move', 5)])))).toEqual([
      'deal 4',
      'move 5',
    ])
  })

  test('puts away a refusal and a hint', () => {
    const refused = reduce(start, {
      type: 'refused',
      version: 3,
      move: '2C',
      rule: 'LU-2.1',
      details: {},
      choices: choices(3),
      would_do: [],
    })
    expect(refused!.refusal?.rule).toBe('LU-2.1')
    expect(reduce(refused, update(3, 4))!.refusal).toBeNull()
  })
})

describe('an answer to an older version is not heard:', () => {
  test.each<ServerMessage>([
    { type: 'hint', version: 2, move: move('QH'), reason: null, others: [], searched: false },
    choices(2, ['QH']),
    {
      type: 'refused',
      version: 2,
      move: 'QH',
      rule: 'LU-3.1',
      details: {},
      choices: choices(2),
      would_do: [],
    },
  ])('$type', (message) => {
    expect(reduce(start, message)).toBe(start)
  })
})

test('the table may change without a move', () => {
  expect(reduce(start, { type: 'table', table: { ...table, pace: 0 } })!.table.pace).toBe(0)
})

test('a problem changes nothing', () => {
  expect(reduce(start, { type: 'error', code: 'stale', values: {} })).toBe(start)
})
