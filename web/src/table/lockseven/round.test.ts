import { expect, test } from 'vitest'
import type { LockSevenView, NamedPart, RefusedMove, Row } from '../../lib/protocol'
import { attempt, groupsOf, isThrow, pointsIn, roleOf, roomIn, setOf, sumOf, trumpOf, wouldDo } from './round'

const view = (fields: Partial<LockSevenView>) =>
  ({
    seat: 0,
    phase: 'play',
    trump: null,
    own_call: null,
    anti_calls: [],
    host: 1,
    partner: null,
    known_partner: null,
    alone: false,
    table: [],
    rows: [],
    bottom_size: 8,
    ...fields,
  }) as LockSevenView

const row = (suit: string, cards: string, ...sets: string[]): Row => ({
  suit,
  cards: cards.split(' '),
  sets: sets.map((set) => set.split(' ')),
})
const led = (cards: string) => [{ seat: 1, cards: cards.split(' ') }]

test('LS-4.5: before the play the last anti-call says what will be trump, then the own call', () => {
  const antis = [
    { seat: 2, cards: ['7C', '7C'] },
    { seat: 3, cards: ['7S', '7S'] },
  ]
  expect(trumpOf(view({ own_call: 'H' }))).toBe('H')
  expect(trumpOf(view({ own_call: 'H', anti_calls: antis }))).toBe('S')
  expect(trumpOf(view({ anti_calls: [...antis, { seat: 0, cards: ['BJ', 'BJ'] }] }))).toBeNull()
  expect(trumpOf(view({ trump: 'none', own_call: 'H' }))).toBeNull()
})

test('trumps come first, then black and red in turn, and a second copy has its own id', () => {
  const rows = [row('T', 'RJ 7S AH AH'), row('S', 'KS KS'), row('C', '2C'), row('D', '3D')]
  expect(groupsOf(view({ trump: 'H', rows }), false)).toEqual([
    { suit: 'H', trump: true, cards: ['RJ', '7S', 'AH', 'AH.2'] },
    { suit: 'S', cards: ['KS', 'KS.2'] },
    { suit: 'D', cards: ['3D'] },
    { suit: 'C', cards: ['2C'] },
  ])
  expect(groupsOf(view({ trump: 'H', rows }), true)[0]).toEqual({ suit: 'C', cards: ['2C'] })
})

test('a double tap takes the tractor, and where fewer cards are wanted as many pairs from the card on', () => {
  const rows = [row('S', 'AS AS KS KS QS QS 9S', 'AS AS KS KS QS QS')]
  expect(setOf(rows, 'KS.2', Infinity)).toEqual(['AS', 'AS.2', 'KS', 'KS.2', 'QS', 'QS.2'])
  expect(setOf(rows, 'KS', 4)).toEqual(['KS', 'KS.2', 'QS', 'QS.2'])
  expect(setOf(rows, 'AS', 3)).toEqual(['AS', 'AS.2'])
  expect(setOf(rows, 'QS', 1)).toEqual(['QS', 'QS.2'])
  expect(setOf(rows, '9S', 4)).toEqual([])
})

test('a lead has no bound, a follow takes as many cards as were led, the bottom eight', () => {
  expect(roomIn(view({}))).toBe(Infinity)
  expect(roomIn(view({ table: led('KS KS') }))).toBe(2)
  expect(roomIn(view({ phase: 'bury' }))).toBe(8)
})

test('what is chosen is sent with its word', () => {
  expect(attempt(view({}), ['KS', 'KS'])).toBe('KS KS')
  expect(attempt(view({ phase: 'bury' }), ['2C'])).toBe('bury 2C')
  expect(attempt(view({ phase: 'anti' }), ['7S', '7S'])).toBe('anti 7S 7S')
})

test('LS-3.4: once the called suit is public, a seat that is neither Host nor partner knows that it attacks', () => {
  const roles = (fields: Partial<LockSevenView>) => [0, 1, 2, 3].map((seat) => roleOf(view(fields), seat))
  expect(roles({})).toEqual([null, 'host', null, null])
  expect(roles({ trump: 'H' })).toEqual(['attack', 'host', null, null])
  expect(roles({ trump: 'H', known_partner: 0 })).toEqual(['hidden', 'host', 'attack', 'attack'])
  expect(roles({ trump: 'H', partner: 2 })).toEqual(['attack', 'host', 'partner', 'attack'])
  expect(roles({ trump: 'H', alone: true })).toEqual(['attack', 'host', 'attack', 'attack'])
})

test('LS-1.7: fives count 5, tens and kings 10, jokers nothing', () => {
  expect(pointsIn(['5S', 'TH', 'KD', 'KD', 'AS', 'RJ'])).toBe(35)
})

test('LS-9.2: the sum says what the bottom was multiplied by', () => {
  const ended = view({ attack: 95, bottom: 60, penalties: -10, bottom_cards: ['5S', 'TH', '2C'] })
  expect(sumOf(ended)).toEqual({ tricks: 45, inBottom: 15, times: 4, bottom: 60, penalties: -10, total: 95 })
  expect(sumOf(view({ attack: 30, bottom: null, penalties: null }))).toBeNull()
})

test('LS-5.5: several parts led together are a throw, followed with they are none', () => {
  const parts = [{ kind: 'single' }, { kind: 'single' }] as NamedPart[]
  expect(isThrow(view({}), parts)).toBe(true)
  expect(isThrow(view({}), parts.slice(1))).toBe(false)
  expect(isThrow(view({ table: led('AS KS') }), parts)).toBe(false)
})

test('LS-7.2: a pair kept back is shown, a wrong number of the right cards is not', () => {
  const rows = [row('S', '9S 9S 5S 4S', '9S 9S'), row('H', '2H')]
  const refused = (move: string, rule: string) =>
    ({ move, rule, choices: { cards: ['9S', '5S', '4S'] } }) as RefusedMove
  const following = view({ trump: 'D', rows, table: led('KS KS') })
  expect(wouldDo(following, refused('5S 4S', 'LS-7.2'))).toEqual(['9S', '9S'])
  expect(wouldDo(following, refused('9S', 'LS-7.1'))).toEqual([])
  expect(wouldDo(following, refused('9S 2H', 'LS-7.2'))).toEqual(['9S', '9S'])
})
