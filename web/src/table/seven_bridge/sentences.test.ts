// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { loadTableTexts, setLanguage } from '../../lib/i18n/index.svelte'
import type { Event, SevenBridgeView } from '../../lib/protocol'
import { question, endsTurn, moveName, sentence } from './sentences'

beforeAll(async () => {
  await setLanguage('en')
  await loadTableTexts('seven_bridge')
})

const made = (move: string) => ({ kind: 'move', move }) as Event

test.each([
  ['draw', 'Draw'],
  ['pass', 'Pass'],
  ['meld 9S 8S 7S', 'Meld 7♠ 8♠ 9♠'],
  ['meld JK=6H 8H 7H', 'Meld 7♥ 8♥ joker for 6♥'],
  ['lay 5D 1', 'Lay off 5♦'],
  ['chi 6H 5H', 'Chi with 5♥ 6♥'],
  ['pon 9D 9C', 'Pon with 9♣ 9♦'],
  ['discard TD', 'Discard 10♦'],
])('the button for %s says %s', (move, name) => {
  expect(moveName(move)).toBe(name)
})

test.each([
  ['draw', 'West draws.', null],
  ['meld 9S 8S 7S', 'West melds 7♠ 8♠ 9♠.', 'You meld 7♠ 8♠ 9♠.'],
  ['lay 5D 1', 'West lays off 5♦.', 'You lay off 5♦.'],
  ['chi 6H 5H', 'West takes the discard: chi with 5♥ 6♥.', 'You take the discard: chi with 5♥ 6♥.'],
  ['pon 9D 9C', 'West takes the discard: pon with 9♣ 9♦.', 'You take the discard: pon with 9♣ 9♦.'],
  ['discard KD', 'West discards K♦.', 'You discard K♦.'],
])('%s is told', (move, theirs, yours) => {
  expect(sentence(made(move), false, 'West')).toBe(theirs)
  expect(sentence(made(move), true, 'You')).toBe(yours)
})

test('a turn ends with its discard', () => {
  expect(['draw', 'meld 7S', 'discard KD'].map(endsTurn)).toEqual([false, false, true])
})

test('a player who is asked is called by the card that they may pon, the player on turn as always', () => {
  const view = { phase: 'claim', discard: '9H' } as SevenBridgeView
  expect(question(view)).toBe('You may pon 9♥.')
  expect(question({ ...view, phase: 'draw' })).toBeUndefined()
})
