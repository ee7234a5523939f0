// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { speak } from '../../../tests/speak'
import type { LockSevenView, NamedPart } from '../../lib/protocol'
import { placeText, playText, setText } from './sentences'

beforeAll(() => speak('lockseven'))

const part = (kind: NamedPart['kind'], cards: string): NamedPart => ({ kind, cards: cards.split(' ') })
const text = (...parts: NamedPart[]) =>
  playText(
    parts.flatMap(({ cards }) => cards),
    parts,
  )
const thrown = (...parts: NamedPart[]) => {
  const cards = parts.flatMap(({ cards }) => cards)
  return playText(cards, [{ kind: 'throw', cards }, ...parts])
}

test('the button of a play names its parts', () => {
  expect(text(part('single', 'KS'))).toBe('Play K♠')
  expect(text(part('pair', '9H 9H'))).toBe('Pair 9♥')
  expect(text(part('tractor', 'KS KS QS QS'))).toBe('Tractor K♠–Q♠')
  expect(text(part('tractor', '7H 7H AS AS'))).toBe('Tractor 7♥–A♠')
  expect(text(part('tractor', 'RJ RJ BJ BJ'))).toBe('Tractor ★–☆')
  expect(thrown(part('pair', 'AS AS'), part('single', 'QS'))).toBe('Throw: pair A♠, Q♠')
})

test('the empty place of the player says what is asked', () => {
  const follow = { pairs: 2, tractors: [2] }
  const asks = (acting: number[], ...led: NamedPart[]) =>
    placeText({ led, acting, seat: 0, follow } as unknown as LockSevenView)
  expect(asks([0])).toBe('your lead')
  expect(asks([1])).toBe(null)
  expect(asks([0], part('single', 'KS'))).toBe('your card')
  expect(asks([3], part('pair', '9H 9H'))).toBe('your pair')
  expect(asks([0], part('tractor', 'KS KS QS QS'))).toBe('your tractor')
  expect(asks([0], part('throw', 'AS AS QS'), part('pair', 'AS AS'), part('single', 'QS'))).toBe(
    'your 3 cards',
  )
})

test('whoever has no tractor or pair of the suit is asked for so many cards (LS-7.2)', () => {
  const asks = (pairs: number, tractors: number[], ...led: NamedPart[]) =>
    placeText({ led, acting: [0], seat: 0, follow: { pairs, tractors } } as unknown as LockSevenView)
  expect(asks(1, [], part('tractor', 'KS KS QS QS'))).toBe('your 4 cards')
  expect(asks(0, [], part('pair', '9H 9H'))).toBe('your 2 cards')
  expect(asks(1, [], part('pair', '9H 9H'))).toBe('your pair')
})

test('cards of several suits are named, many are counted', () => {
  expect(playText(['9S', '9D'], [])).toBe('Play 9♠ 9♦')
  expect(playText(['9S', '9D', '8S', '8D', '6C'], [])).toBe('Play 5 cards')
  const singles = ['AS', 'KS', 'QS', 'JS', '9S'].map((card) => part('single', card))
  expect(thrown(...singles)).toBe('Throw 5 cards')
})

test('a hint calls a play what its button does', () => {
  const rows = [
    {
      suit: 'S',
      cards: [],
      points: [],
      sets: [
        ['KS', 'KS', 'QS', 'QS', 'JS', 'JS'],
        ['9S', '9S'],
      ],
    },
  ]
  expect(setText(rows, ['9S', '9S'])).toBe('Pair 9♠')
  expect(setText(rows, ['QS', 'QS'])).toBe('Pair Q♠')
  expect(setText(rows, ['QS', 'QS', 'KS', 'KS'])).toBe('Tractor K♠–Q♠')
  expect(setText(rows, ['KS', 'KS', 'JS', 'JS'])).toBeNull()
  expect(setText(rows, ['KS', 'QS'])).toBeNull()
  expect(setText(rows, ['9S'])).toBeNull()
})
