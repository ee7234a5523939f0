// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { event } from '../../../tests/events'
import { loadTableTexts, setLanguage } from '../../lib/i18n/index.svelte'
import type { NamedPart } from '../../lib/protocol'
import { moveName, playText, sentence } from './sentences'

beforeAll(async () => {
  await setLanguage('en')
  await loadTableTexts('lockseven')
})

const part = (kind: NamedPart['kind'], cards: string): NamedPart => ({ kind, cards: cards.split(' ') })
const text = (thrown: boolean, ...parts: NamedPart[]) =>
  playText(
    parts.flatMap(({ cards }) => cards),
    parts,
    thrown,
  )

test.each([
  ['call H', 'Call ♥ hearts'],
  ['wait', 'Wait'],
  ['bury 2S 3S', 'Bury 2♠ 3♠'],
  ['anti 7S 7S', 'Anti-call with 7♠ 7♠'],
  ['anti RJ RJ', 'Anti-call with both red jokers'],
  ['pass', 'Pass'],
  ['hide', 'Hide a called card'],
])('the button for %s says %s', (move, name) => {
  expect(moveName(move)).toBe(name)
})

test('the button of a play names its parts', () => {
  expect(text(false, part('single', 'KS'))).toBe('Play K♠')
  expect(text(false, part('pair', '9H 9H'))).toBe('Pair ♥9')
  expect(text(false, part('tractor', 'KS KS QS QS'))).toBe('Tractor ♠K-Q')
  expect(text(false, part('tractor', '7H 7H AS AS'))).toBe('Tractor ♥7-♠A')
  expect(text(false, part('tractor', 'RJ RJ BJ BJ'))).toBe('Tractor red joker-black joker')
  expect(text(true, part('pair', 'AS AS'), part('single', 'QS'))).toBe('Throw: pair ♠A, ♠Q')
})

test('cards of several suits are named, many are counted', () => {
  expect(playText(['9S', '9D'], [], false)).toBe('Play 9♠ 9♦')
  expect(playText(['9S', '9D', '8S', '8D', '6C'], [], false)).toBe('Play 5 cards')
  const singles = ['AS', 'KS', 'QS', 'JS', '9S'].map((card) => part('single', card))
  expect(text(true, ...singles)).toBe('Throw 5 cards')
})

test.each([
  ['bury ? ? ?', 'West buries 3 cards.'],
  ['anti 7S 7S', 'West anti-calls with 7♠ 7♠.'],
  ['pass', 'West passes.'],
])('%s is told in its own words', (move, told) => {
  expect(sentence(event({ kind: 'move', move }), false, 'West')).toBe(told)
})

test('a call is told by the event that follows, a play as in every game', () => {
  expect(sentence(event({ kind: 'move', move: 'call ?' }), false, 'West')).toBeNull()
  expect(sentence(event({ kind: 'move', move: 'KS KS' }), false, 'West')).toBeUndefined()
})
