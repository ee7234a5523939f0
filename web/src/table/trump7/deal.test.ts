import { expect, test } from 'vitest'
import { event, moved } from '../../../tests/events'
import type { Trump7View } from '../../lib/protocol'
import { outcomeOf, passedSeats, sides, suitLed } from './deal'

const view = (fields: Partial<Trump7View>) => ({ table: [], trump: null, ...fields }) as Trump7View
const led = (card: string) => [{ seat: 1, cards: [card] }]

test('a card asks for its own suit', () => {
  expect(suitLed(view({ table: led('QH'), trump: 'S' }), [])).toBe('H')
})

test('T7-4.4: the joker led calls for trumps', () => {
  expect(suitLed(view({ table: led('JK'), trump: 'S' }), [])).toBe('S')
})

test('T7-5.3: in a leaster the joker led calls for the suit that was named', () => {
  const events = [moved(1, 'JK D')]
  expect(suitLed(view({ table: led('JK') }), events)).toBe('D')
})

test('nothing is asked for before the lead', () => {
  expect(suitLed(view({}), [moved(1, 'JK D')])).toBeNull()
})

test('T7-4.6: the points of the Player stand against those of the other two together', () => {
  expect(sides(view({ player: 2, points: [10, 7, 30] }))).toEqual({ player: 30, partners: 17 })
})

test('who has passed', () => {
  const events = [moved(1, 'pass'), moved(2, 'take H')]
  expect(passedSeats(events)).toEqual([1])
})

test.each([
  ['at_least_60', 'T7-6.1'],
  ['no_trick', 'T7-6.1'],
  ['leaster_all_tricks', 'T7-7.1'],
  ['leaster_no_trick', 'T7-7.2'],
  ['leaster_fewest', 'T7-7.3'],
])('the outcome %s comes from rule %s', (kind, rule) => {
  const outcome = event({ kind, seat: 1 })
  expect(outcomeOf([event({ kind: 'trick' }), outcome])).toEqual({ event: outcome, rule })
})

test('a deal that is being played has no outcome', () => {
  expect(outcomeOf([moved(1, 'QH')])).toBeNull()
})
