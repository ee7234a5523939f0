import { expect, test } from 'vitest'
import type { LockSevenView } from '../../lib/protocol'
import { premove, callsOf, openSevens, toggleCall, toggleNever, waitWith } from './premoves'

const dealt = (hand: string, phase: LockSevenView['phase'] = 'deal') =>
  ({
    phase,
    callable_suits: hand.split(' ').flatMap((card) => (card[0] === '7' ? [card[1]] : [])),
  }) as LockSevenView

test('LS-2.3: a suit ordered is called as soon as its seven is held, and waited for until then', () => {
  expect(premove(dealt('7S 2H'), ['call H'])?.text).toBe('wait')
  expect(premove(dealt('7S 7H'), ['call H'])?.text).toBe('call H')
})

test('who has no premoves is asked, and who waits is asked again only for another seven', () => {
  expect(premove(dealt('7S 2H'), [])).toBeNull()
  const premoves = waitWith([], ['S'])
  expect(premove(dealt('7S 2H'), premoves)?.text).toBe('wait')
  expect(premove(dealt('7S 7H'), premoves)).toBeNull()
  expect(openSevens(dealt('7S 7H'), premoves)).toEqual(['H'])
})

test('never is never', () => {
  const never = toggleNever([])
  expect(premove(dealt('7S 7H'), never)?.text).toBe('wait')
  expect(premove(dealt('7S 7H', 'last_chance'), never)?.text).toBe('wait')
  expect(toggleNever(never)).toEqual([])
})

test('LS-2.4: at the last chance who has only waited is asked plainly', () => {
  expect(premove(dealt('7S', 'last_chance'), ['wait S'])).toBeNull()
  expect(openSevens(dealt('7S', 'last_chance'), ['wait S'])).toEqual(['S'])
})

test('after the deal premoves say nothing', () => {
  expect(premove(dealt('7S', 'anti'), ['never'])).toBeNull()
  expect(openSevens(dealt('7S', 'anti'), [])).toEqual([])
})

test('a suit is ordered and no longer, and takes the place of never', () => {
  expect(callsOf(toggleCall(['never'], 'H'))).toEqual(['H'])
  expect(toggleCall(['call H', 'call S'], 'H')).toEqual(['call S'])
})
