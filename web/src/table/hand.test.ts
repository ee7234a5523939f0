import { describe, expect, test } from 'vitest'
import { moved } from '../../tests/events'
import { groupHand, nextFocus, playedBy, rowsOf, step, suitOrder, withIds, type Group } from './hand'

const hand = (text: string) => text.split(' ')
const written = (groups: readonly Group[]) => groups.map(({ cards }) => cards.join(' '))

describe('the order of suits', () => {
  test.each([
    ['AS 2H 3D 4C', 'SHCD'],
    ['AS 2H 3D', 'HSD'],
    ['AS 2H 4C', 'SHC'],
    ['2H 3D', 'HD'],
    ['AS 3D', 'SD'],
    ['4C', 'C'],
    ['RJ', ''],
  ])('of %s is %s: black and red in turn', (cards, order) => {
    expect(suitOrder(hand(cards)).join('')).toBe(order)
  })
})

describe('with trumps', () => {
  test.each([
    ['S', 'SHCD'],
    ['C', 'CHSD'],
    ['H', 'HSDC'],
    ['D', 'DSHC'],
  ] as const)('%s, the order is %s: trumps first, then black and red in turn', (trump, order) => {
    expect(suitOrder(hand('QS QH QD QC'), trump).join('')).toBe(order)
  })

  test('the joker lies with the trumps, also where it is the only one', () => {
    const groups = groupHand(hand('JK QS'), suitOrder(hand('JK QS'), 'H'), { trump: 'H' })
    expect(groups.map(({ suit, trump }) => [suit, trump])).toEqual([
      ['H', true],
      ['S', false],
    ])
    expect(written(groups)).toEqual(['JK', 'QS'])
  })
})

test('the cards that a seat has played or put away', () => {
  const events = [moved(0, 'take H'), moved(0, 'discard 7C 8D'), moved(1, 'QS'), moved(0, 'JK S')]
  expect(playedBy(0, events)).toEqual(['7C', '8D', 'JK'])
})

describe('a sorted hand', () => {
  test('has a group a suit, each as the game sorts it', () => {
    expect(written(groupHand(hand('AS TS KH 2H 9D'), ['H', 'S', 'D']))).toEqual(['KH 2H', 'AS TS', '9D'])
  })

  test('begins with the jokers', () => {
    expect(written(groupHand(hand('RJ BJ 7S'), ['S']))).toEqual(['RJ BJ', '7S'])
  })

  test('has an id for each copy of a card', () => {
    expect(withIds(hand('QH QH JH'))).toEqual(['QH', 'QH.2', 'JH'])
  })

  test('runs the other way where that is preferred', () => {
    expect(written(groupHand(hand('AS TS KH 2H'), ['S', 'H'], { reverse: true }))).toEqual(['2H KH', 'TS AS'])
  })
})

describe('rows', () => {
  const groups = groupHand(hand('AS KS QS JS TS AH KH QH AC KC QC JC AD'), ['S', 'H', 'C', 'D'])
  const rows = (comfortable: number) => rowsOf(groups, comfortable).map(written)

  test('there is one where all cards find space', () => {
    expect(rows(13)).toHaveLength(1)
  })

  test('there are as few as will do, as even as suits allow', () => {
    expect(rows(9)).toEqual([['AS KS QS JS TS'], ['AH KH QH', 'AC KC QC JC', 'AD']])
  })

  test('a suit is never parted, however little space there is', () => {
    expect(rows(1).flat()).toHaveLength(4)
    expect(rows(1)[0]).toEqual(['AS KS QS JS TS'])
  })

  test('there is none without a card', () => {
    expect(rowsOf([], 9)).toEqual([])
  })
})

describe('arrow keys', () => {
  const groups = groupHand(hand('AS KS QH JH 2C'), ['S', 'H', 'C'])

  test.each([
    [null, 'right', 'AS'],
    ['KS', 'right', 'QH'],
    ['2C', 'right', '2C'],
    ['QH', 'left', 'KS'],
    ['AS', 'left', 'AS'],
    ['KS', 'down', 'QH'],
    ['JH', 'up', 'AS'],
    ['2C', 'down', '2C'],
    ['JH', 'first', 'AS'],
    ['AS', 'last', '2C'],
  ] as const)('from %s %s is %s', (from, direction, to) => {
    expect(step(groups, from, direction)).toBe(to)
  })

  test('lead nowhere in an empty hand', () => {
    expect(step([], null, 'right')).toBeNull()
  })
})

describe('the focus of a card that has left', () => {
  test.each([
    ['AS KS QS', 'AS QS', 'KS', 'QS'],
    ['AS KS QS JS', 'AS QS JS', 'KS', 'QS'],
    ['AS KS QS', 'AS KS', 'QS', 'KS'],
    ['AS KS QS', 'QS', 'AS', 'QS'],
  ])('of %s, now %s, goes from %s to %s', (before, after, gone, to) => {
    expect(nextFocus(hand(before), hand(after), gone)).toBe(to)
  })

  test('goes nowhere when no card is left', () => {
    expect(nextFocus(['AS'], [], 'AS')).toBeNull()
  })
})
