import { expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import { mayAskBack } from './company'
import type { TableState } from './state'

const state = (claims: TableState['claims']) =>
  ({
    table: { take_back: null, settings: { take_back: 'agreed' } },
    view: { seat: 0 },
    standing: { result: null },
    events: [event({ kind: 'deal', version: 1 }), moved(0, 'QH', 2)],
    claims,
  }) as unknown as TableState

test('a move may be taken back, but not while it may be claimed', () => {
  expect(mayAskBack(state(null))).toBe(true)
  expect(mayAskBack(state({ length: 4000, left: 3000 }))).toBe(false)
})
