// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import { speak } from '../../tests/speak'
import type { Event, View } from '../lib/protocol'
import { dearest, takings } from './decided'
import { decided as lockseven } from './lockseven/decided'
import { decided as lockup } from './lockup/decided'
import type { Scene } from './sentences'
import { decided as sevenBridge } from './seven_bridge/decided'
import { decided as trump7 } from './trump7/decided'

const view = {} as View
const scene = (game: string): Scene => ({ game, unit: 'round', players: 4, viewer: 0 })
const trick = (version: number, seat: number, count: number | null = null): Event =>
  event({ kind: 'trick', version, seat, count })
const locked = (version: number, seat: number, count: number): Event =>
  event({ kind: 'locked', version, seat, count })

test('a trick is taken with the card that its taker played last, and not with one that was taken back', () => {
  const events = [
    moved(0, 'QS', 1),
    moved(1, '2S', 2),
    event({ kind: 'take_back', version: 3, seat: 1, count: 1 }),
    moved(1, 'KS', 4),
    trick(4, 1, 10),
    moved(1, '3H', 5),
    trick(5, 1, 10),
  ]
  expect(takings(events).map(({ cards }) => cards)).toEqual([['KS'], ['3H']])
  expect(dearest(events)?.version).toBe(4)
})

describe('Lockup', () => {
  beforeAll(() => speak('lockup'))

  test('your card that cost you a lockup decided the round', () => {
    const events = [moved(0, 'QS', 1), trick(1, 0), locked(1, 0, 2), trick(2, 1), trick(3, 1)]
    expect(lockup(scene('lockup'), view, events)).toBe('Your Q♠ cost you a lockup of 2 tricks.')
  })

  test('a lockup costs no more tricks than are left, and that of most tricks is told', () => {
    const events = [
      moved(1, 'KH', 1),
      trick(1, 1),
      locked(1, 1, 1),
      moved(0, 'QS', 2),
      trick(2, 0),
      moved(0, 'QD', 3),
      trick(3, 0),
      locked(3, 0, 3),
    ]
    expect(lockup(scene('lockup'), view, events)).toBe('West’s K♥ cost them a lockup of 1 trick.')
  })

  test('a round without lockups was decided by none', () => {
    expect(lockup(scene('lockup'), view, [moved(0, 'QS', 1), trick(1, 0)])).toBeNull()
  })
})

test('Trump 7: the trick of most points', async () => {
  await speak('trump7')
  const events = [moved(1, 'QC', 1), trick(1, 1, 31), moved(0, 'TH', 2), trick(2, 0, 12)]
  expect(trump7(scene('trump7'), view, events)).toBe(
    'West took 31 points in one trick with Q♣, the most of the deal.',
  )
})

test('LockSeven: the bottom, where it brought more than any trick', async () => {
  await speak('lockseven')
  const events = [moved(0, 'KS KS', 1), trick(1, 0, 20)]
  expect(lockseven(scene('lockseven'), view, events)).toBe(
    'You took 20 points in one trick with K♠ K♠, the most of the round.',
  )
  const bottom = event({ kind: 'bottom', version: 2, seat: 1, count: 40 })
  expect(lockseven(scene('lockseven'), view, [...events, bottom])).toBe(
    'The bottom weighed most: 40 points for the Attack with the last trick.',
  )
})

describe('Seven Bridge', () => {
  beforeAll(() => speak('seven_bridge'))
  const out = event({ kind: 'out', version: 9, seat: 2 })

  test('the discard that whoever went out claimed last', () => {
    const events = [moved(0, 'discard 9D', 1), moved(2, 'pon 9C 9S', 2), moved(2, 'discard KH', 3), out]
    expect(sevenBridge(scene('seven_bridge'), view, events)).toBe('Your 9♦ gave North a meld on the way out.')
  })

  test('else what they went out with, and nothing where nobody did', () => {
    expect(sevenBridge(scene('seven_bridge'), view, [moved(2, 'lay 7S 0', 1), out])).toBe(
      'North went out with 7♠.',
    )
    expect(sevenBridge(scene('seven_bridge'), view, [moved(2, 'lay 7S 0', 1)])).toBeNull()
  })
})
