// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { event } from '../../../tests/events'
import { loadTableTexts, setLanguage } from '../../lib/i18n/index.svelte'
import { moveName, sentence } from './sentences'

beforeAll(async () => {
  await setLanguage('en')
  await loadTableTexts('trump7')
})

const made = (move: string) => event({ kind: 'move', move })

test.each([
  ['pass', 'Pass'],
  ['take H', 'Take the widow, trump ♥ hearts'],
  ['discard 7C 8D', 'Put away 7♣ 8♦'],
  ['JK S', 'Call for ♠ spades'],
])('the button for %s says %s', (move, name) => {
  expect(moveName(move)).toBe(name)
})

test('a card alone has no other name than its own', () => {
  expect(moveName('QH')).toBeNull()
  expect(moveName('JK')).toBeNull()
})

test.each([
  ['pass', 'West passes.', 'You pass.'],
  ['discard 7C 8D', 'West puts two cards away.', 'You put away 7♣ 8♦.'],
  ['JK S', 'West leads the joker and calls for ♠ spades.', 'You lead the joker and call for ♠ spades.'],
])('%s is told as a bid or a call', (move, theirs, yours) => {
  expect(sentence(made(move), false, 'West')).toBe(theirs)
  expect(sentence(made(move), true, 'You')).toBe(yours)
})

test('the widow taken is told by the event that follows, a card as in every game', () => {
  expect(sentence(made('take H'), false, 'West')).toBeNull()
  expect(sentence(made('QH'), false, 'West')).toBeUndefined()
})

test('the deal says who bids first', () => {
  const deal = event({ kind: 'deal', count: 3 })
  expect(sentence(deal, true, 'You')).toBe('Deal 3. You bid first.')
})
