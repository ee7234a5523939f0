import { expect, test } from 'vitest'
import type { LockSevenView } from '../../lib/protocol'
import { ahead, callsOf, openSevens, toggleCall, toggleNever, waitWith } from './orders'

const dealt = (hand: string, phase: LockSevenView['phase'] = 'deal') =>
  ({ phase, hand: hand.split(' ') }) as LockSevenView

test('LS-2.3: a suit ordered is called as soon as its seven is held, and waited for until then', () => {
  expect(ahead(dealt('7S 2H'), ['call H'])).toBe('wait')
  expect(ahead(dealt('7S 7H'), ['call H'])).toBe('call H')
})

test('who has no orders is asked, and who waits is asked again only for another seven', () => {
  expect(ahead(dealt('7S 2H'), [])).toBeNull()
  const orders = waitWith([], ['S'])
  expect(ahead(dealt('7S 2H'), orders)).toBe('wait')
  expect(ahead(dealt('7S 7H'), orders)).toBeNull()
  expect(openSevens(dealt('7S 7H'), orders)).toEqual(['H'])
})

test('never is never', () => {
  const never = toggleNever([])
  expect(ahead(dealt('7S 7H'), never)).toBe('wait')
  expect(ahead(dealt('7S 7H', 'last_chance'), never)).toBe('wait')
  expect(toggleNever(never)).toEqual([])
})

test('LS-2.4: at the last chance who has only waited is asked plainly', () => {
  expect(ahead(dealt('7S', 'last_chance'), ['wait S'])).toBeNull()
  expect(openSevens(dealt('7S', 'last_chance'), ['wait S'])).toEqual(['S'])
})

test('after the deal orders say nothing', () => {
  expect(ahead(dealt('7S', 'anti'), ['never'])).toBeNull()
  expect(openSevens(dealt('7S', 'anti'), [])).toEqual([])
})

test('a suit is ordered and no longer, and takes the place of never', () => {
  expect(callsOf(toggleCall(['never'], 'H'))).toEqual(['H'])
  expect(toggleCall(['call H', 'call S'], 'H')).toEqual(['call S'])
})
