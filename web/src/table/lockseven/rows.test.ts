import { expect, test } from 'vitest'
import type { Suit } from '../../lib/cards/names'
import type { Group } from '../hand'
import { lay, layInPlay } from './rows'

/** Hands, by the number of cards in each suit; the worst cases are among them. */
const HANDS = [[12, 6, 6, 5, 4], [33], [8, 24, 1], [9, 8, 8]]
const SUITS: (Suit | null)[] = [null, 'S', 'H', 'C', 'D']

const groupsOf = (sizes: readonly number[]): Group[] =>
  sizes.map((size, i) => ({
    suit: SUITS[i]!,
    cards: Array.from({ length: size }, (_, n) => `${SUITS[i]} ${n}`),
  }))

const WINDOWS = [
  [304, 568],
  [344, 640],
  [624, 360],
  [852, 800],
] as const

test.each(WINDOWS)(
  'every card is inside a space of %i in a window %i high, and 24 px of it are seen',
  (...window) => {
    for (const sizes of HANDS) {
      const groups = groupsOf(sizes)
      const { cardWidth, height, cards: laidCards } = lay(groups, ...window)
      const laid = groups.flatMap(({ cards }) => cards.map((id) => laidCards.get(id)!))
      for (const { x, y } of laid) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + cardWidth).toBeLessThanOrEqual(window[0] + 0.001)
        expect(y).toBeLessThan(height)
      }
      const steps = laid.slice(1).map(({ x, y }, i) => (y === laid[i]!.y ? x - laid[i]!.x : 24))
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(24)
    }
  },
)

test('on a phone each suit has a row of its own, and a long one two', () => {
  const rows = (sizes: number[]) =>
    new Set([...lay(groupsOf(sizes), 344, 640).cards.values()].map(({ y }) => y))
  expect(rows([9, 8, 8]).size).toBe(3)
  expect(rows([20, 3, 2]).size).toBe(4)
})

test('33 cards in five rows take 252 px of a phone at the most', () => {
  expect(lay(groupsOf([12, 6, 6, 5, 4]), 344, 640).height).toBeLessThanOrEqual(252)
})

test('the last cards lie in one row in the middle, and are larger', () => {
  const { cardWidth, cards } = layInPlay(groupsOf([2, 3, 3]), 304, 568)
  const laid = [...cards.values()]
  expect(new Set(laid.map(({ y }) => y)).size).toBe(1)
  const [left, right] = [laid[0]!.x, 304 - laid.at(-1)!.x - cardWidth]
  expect(left).toBeCloseTo(right)
  expect(cardWidth).toBeGreaterThan(lay(groupsOf([9, 8, 8]), 304, 568).cardWidth)
})

test('in a low window two blocks stand side by side', () => {
  const { cards } = lay(groupsOf([9, 8, 8]), 624, 360)
  expect(cards.get('H 0')!.y).toBe(cards.get('null 0')!.y)
})
