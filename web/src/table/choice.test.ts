import { expect, test } from 'vitest'
import { moved } from '../../tests/events'
import { stillChosen } from './choice'

const kept = (chosen: string, hand: string, ...moves: string[]) =>
  stillChosen(
    chosen.split(' '),
    moves.map((move) => moved(0, move)),
    { hand: hand.split(' ') },
  ).join(' ')

test('a card that was played is no longer chosen, one that was chosen meanwhile is', () => {
  expect(kept('QH KS 7S', '7S 2D', 'meld QH KS')).toBe('7S')
  expect(kept('QH', 'KS', 'QH')).toBe('')
})

test('of two alike one was played: the other is not chosen for it, unless it was', () => {
  expect(kept('QH', 'QH', 'QH')).toBe('')
  expect(kept('QH QH.2', 'QH', 'QH')).toBe('QH')
  expect(kept('QH.2', 'QH QH.2', '2D')).toBe('QH.2')
})

test('a joker that was played for another card is no longer chosen', () => {
  expect(kept('JK 5D', '5D', 'meld 6H JK=7H 8H')).toBe('5D')
})
