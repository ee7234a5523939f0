import { expect, test } from 'vitest'
import type { LockSevenView, NamedPart, RefusedMove, Row } from '../../lib/protocol'
import { attempt, groupsOf, isThrow, mustGo, pointsIn, setOf, wouldDo } from './round'

const view = (fields: Partial<LockSevenView>) =>
  ({
    seat: 0,
    phase: 'play',
    expected_trump: null,
    verb: '',
    follow: null,
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

test('trumps come first, then black and red in turn, and a second copy has its own id', () => {
  const rows = [row('T', 'RJ 7S AH AH'), row('S', 'KS KS'), row('C', '2C'), row('D', '3D')]
  expect(groupsOf(view({ expected_trump: 'H', rows }), false)).toEqual([
    { suit: 'H', trump: true, cards: ['RJ', '7S', 'AH', 'AH.2'] },
    { suit: 'S', cards: ['KS', 'KS.2'] },
    { suit: 'D', cards: ['3D'] },
    { suit: 'C', cards: ['2C'] },
  ])
  expect(groupsOf(view({ expected_trump: 'H', rows }), true)[0]).toEqual({ suit: 'C', cards: ['2C'] })
})

test('a double tap takes the tractor, and where fewer cards are wanted as many pairs from the card on', () => {
  const rows = [row('S', 'AS AS KS KS QS QS 9S', 'AS AS KS KS QS QS')]
  expect(setOf(rows, 'KS.2', Infinity)).toEqual(['AS', 'AS.2', 'KS', 'KS.2', 'QS', 'QS.2'])
  expect(setOf(rows, 'KS', 4)).toEqual(['KS', 'KS.2', 'QS', 'QS.2'])
  expect(setOf(rows, 'AS', 3)).toEqual(['AS', 'AS.2'])
  expect(setOf(rows, 'QS', 1)).toEqual(['QS', 'QS.2'])
  expect(setOf(rows, '9S', 4)).toEqual([])
})

test('what is chosen is sent with its word', () => {
  expect(attempt(view({}), ['KS', 'KS']).text).toBe('KS KS')
  expect(attempt(view({ verb: 'bury' }), ['2C']).text).toBe('bury 2C')
  expect(attempt(view({ verb: 'anti' }), ['7S', '7S']).text).toBe('anti 7S 7S')
})

test('LS-1.7: fives count 5, tens and kings 10, jokers nothing', () => {
  expect(pointsIn(['5S', 'TH', 'KD', 'KD', 'AS', 'RJ'])).toBe(35)
})

test('LS-5.5: several parts led together are a throw, followed with they are none', () => {
  const parts = [{ kind: 'single' }, { kind: 'single' }] as NamedPart[]
  expect(isThrow(view({}), parts)).toBe(true)
  expect(isThrow(view({}), parts.slice(1))).toBe(false)
  expect(isThrow(view({ table: led('AS KS') }), parts)).toBe(false)
})

test('LS-7.2: a pair kept back is shown, a wrong number of the right cards is not', () => {
  const refused = (rule: string) => ({ rule, choices: { cards: ['9S', '5S', '4S'] } }) as RefusedMove
  const follow = { suit: 'S', size: 2, pairs: 1, tractors: [], cards: ['9S', '9S'] }
  const following = view({ follow })
  expect(wouldDo(following, refused('LS-7.2'), ['5S', '4S'])).toEqual(['9S', '9S'])
  expect(wouldDo(following, refused('LS-7.1'), ['9S'])).toEqual([])
  expect(wouldDo(following, refused('LS-7.2'), ['9S', '2H'])).toEqual(['9S', '9S'])
})

test('LS-7.1: all cards of the suit led must go where there are no more than are asked for', () => {
  const hand = ['9S', '5S', '4S', 'AH', 'AH']
  const following = (cards: string[], size: number, pairs = 0) =>
    mustGo(view({ hand, follow: { suit: 'S', size, pairs, tractors: [], cards } }))
  expect(following(['9S', '5S', '4S'], 4)).toEqual(['9S', '5S', '4S'])
  expect(following(['9S', '5S', '4S'], 2)).toEqual([])
  expect(mustGo(view({ hand }))).toEqual([])
})

test('LS-7.2: the one pair that a follow must have is marked, one of two pairs is not', () => {
  const hand = ['9S', '9S', '5S', '5S', '4S']
  const following = (cards: string[]) =>
    mustGo(view({ hand, follow: { suit: 'S', size: 4, pairs: 1, tractors: [], cards } }))
  expect(following(['9S', '9S'])).toEqual(['9S', '9S.2'])
  expect(following(['9S', '9S', '5S', '5S'])).toEqual([])
})
