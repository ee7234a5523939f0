import { expect, test } from 'vitest'
import { takeBackOf } from './company'
import type { TableState } from './state'

const may_take_back = { ask: true, why_not: null }
const state = (table: Partial<TableState['table']>) =>
  ({ table: { take_back: null, pause: null, ...table }, may_take_back }) as TableState

test('a move is taken back as the server says, but not in a pause, nor while the others are asked', () => {
  expect(takeBackOf(state({}))).toBe(may_take_back)
  expect(takeBackOf(state({ pause: { seat: 1, why: 'asked', until: null } }))).toBe(null)
  expect(takeBackOf(state({ take_back: { seat: 1, move: 'QH', agreed: [1] } }))).toBe(null)
})
