import { expect, test } from 'vitest'
import type { ReplayMoment } from '../lib/protocol'
import { joined, moveIn, readBranch, seatIn, writeBranch } from './branched'

const moment = (at: number, version: number) => ({ at, version }) as ReplayMoment
const numbers = (moments: ReplayMoment[]) => moments.map(({ at, version }) => [at, version])

test('a branch follows on the moments up to where it left the round', () => {
  const round = [moment(0, 1), moment(1, 2), moment(2, 3), moment(3, 4)]
  expect(numbers(joined(round, { at: 1, moments: [moment(2, 3), moment(3, 4)] }))).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ])
})

test('what passed by itself after that moment is none of the branch', () => {
  const round = [moment(0, 1), moment(1, 2), moment(1, 3), moment(2, 4)]
  expect(numbers(joined(round, { at: 1, moments: [moment(2, 3)] }))).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
})

const TERMS = { bots: 'hard', cards: 'true', again: 0 } as const

test.each([
  { at: 12, made: ['3 QH', '* 2 lose 5D'], ...TERMS },
  { at: 0, made: ['0 meld 7H JK=8H 9H'], ...TERMS, cards: 'then' as const, again: 4 },
])('a branch is read from an address as it was written', (branch) => {
  const query = new URLSearchParams(writeBranch(branch))
  expect(readBranch(new URLSearchParams(String(query)))).toEqual(branch)
})

test.each(['', '?if=', '?if=12', '?if=x.3_QH', '?if=-1.3_QH', '?if=99999.3_QH'])(
  'an address without a branch: %s',
  (query) => expect(readBranch(new URLSearchParams(query))).toBeNull(),
)

test('bots of an address that are none of ours are Medium', () => {
  expect(readBranch(new URLSearchParams('?if=1.0_QH&bots=genius'))?.bots).toBe('medium')
})

test('the seat and the move of what was made', () => {
  expect([seatIn({ made: ['2 QH'] }), moveIn('2 bury QH KH')]).toEqual([2, 'bury QH KH'])
})
