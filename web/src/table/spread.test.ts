import { expect, test } from 'vitest'
import { groupHand } from './hand'
import { PIPS_SEEN, spread } from './spread'

const CARDS = 'AS KS QS JS AH KH QH AC KC QC JC TC AD'.split(' ')
const groups = groupHand(CARDS, ['S', 'H', 'C', 'D'])

const PHONE = [344, 640] as const
const SMALL_PHONE = [304, 568] as const
const PHONE_ON_ITS_SIDE = [624, 360] as const
const DESKTOP = [960, 900] as const

test.each([PHONE, SMALL_PHONE, PHONE_ON_ITS_SIDE, DESKTOP])(
  'thirteen cards lie inside a space of %i in a window %i high, each to be seen and hit',
  (width, windowHeight) => {
    const { cardWidth, cards } = spread(groups, width, windowHeight)
    const laid = CARDS.map((card) => cards.get(card)!)
    for (const { x } of laid) {
      expect(x).toBeGreaterThanOrEqual(-0.001)
      expect(x + cardWidth).toBeLessThanOrEqual(width + 0.001)
    }
    const steps = laid.slice(1).map(({ x }, i) => x - laid[i]!.x)
    for (const step of steps.filter((step) => step > 0)) expect(step).toBeGreaterThanOrEqual(25)
  },
)

test('a phone has two rows, a wide window one', () => {
  const rows = (width: number, height: number) =>
    new Set([...spread(groups, width, height).cards.values()].map(({ y }) => y))
  expect(rows(...PHONE).size).toBe(2)
  expect(rows(...PHONE_ON_ITS_SIDE).size).toBe(1)
})

test('cards are turned only in the fan of a wide window', () => {
  const turned = (width: number, height: number) =>
    [...spread(groups, width, height).cards.values()].some(({ angle }) => angle !== 0)
  expect(turned(...DESKTOP)).toBe(true)
  expect(turned(...PHONE)).toBe(false)
})

test.each([DESKTOP, [1040, 900], [968, 768]] as const)(
  'thirteen cards in a space of %i in a window %i high show their pips and pictures',
  (width, windowHeight) => {
    const { cardWidth, step } = spread(groups, width, windowHeight)
    expect(step).toBeGreaterThanOrEqual(cardWidth * PIPS_SEEN)
    expect(cardWidth).toBeGreaterThan(100)
  },
)

test('an empty hand keeps a row of height', () => {
  expect(spread([], 344, 640).height).toBeGreaterThan(80)
})

test('cards are drawn larger or smaller as the player likes, but not larger where the window is low', () => {
  const width = (window: readonly [number, number], scale: number) =>
    spread(groups, ...window, scale).cardWidth
  expect(width(DESKTOP, 1.16)).toBeCloseTo(1.16 * width(DESKTOP, 1))
  expect(width(PHONE, 0.86)).toBeCloseTo(0.86 * width(PHONE, 1))
  expect(width(SMALL_PHONE, 1.16)).toBe(width(SMALL_PHONE, 1))
})
