import { expect, test } from 'vitest'
import type { LockSevenView, Row } from '../../lib/protocol'
import { pointsIn } from './points'
import { attempt, groupsOf, mustGo, setOf } from './round'

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
  points: cards.split(' ').map((card) => (card[0] === 'K' ? 10 : 0)),
  sets: sets.map((set) => set.split(' ')),
})

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

test('the points of cards are those that the server has told', () => {
  const rows = [row('T', 'RJ KH KH'), row('D', 'KD AD')]
  expect(pointsIn(rows, ['KH', 'KH', 'RJ', 'KD', 'AD'])).toBe(30)
})

test('cards that must all go are marked, each copy of them', () => {
  const hand = ['9S', '9S', '5S', 'AH']
  const following = (all_go: boolean) =>
    mustGo(
      view({ hand, follow: { suit: 'S', size: 2, pairs: 1, tractors: [], cards: ['9S', '9S'], all_go } }),
    )
  expect(following(true)).toEqual(['9S', '9S.2'])
  expect(following(false)).toEqual([])
  expect(mustGo(view({ hand }))).toEqual([])
})
