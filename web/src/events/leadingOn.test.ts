import { expect, test } from 'vitest'
import type { EventInfo } from '../lib/protocol'
import { nextPlace } from './leadingOn'

const event = (now: Partial<EventInfo>) =>
  ({ id: 'Ab3_x', kind: 'evening', state: 'running', table: 'a', ...now }) as EventInfo

test('a table of an evening that is over leads to the next one, and after the last to the event', () => {
  expect(nextPlace(event({}), 'a')).toBeNull()
  expect(nextPlace(event({ table: null }), 'a')).toBeNull()
  expect(nextPlace(event({ table: 'b' }), 'a')).toBe('/tables/b')
  expect(nextPlace(event({ state: 'over', table: null }), 'a')).toBe('/event/Ab3_x')
})

test('a result at one’s own time leads nowhere by itself', () => {
  expect(nextPlace(event({ kind: 'own_time', state: 'over', table: null }), 'a')).toBeNull()
})
