import { expect, test } from 'vitest'
import { fitBubble, type Box } from '../src/lessons/fitting'

const space: Box = { x: 0, y: 56, width: 390, height: 780 }
const size = { width: 300, height: 130 }
const card: Box = { x: 40, y: 690, width: 50, height: 100 }
const hand = { box: { x: 8, y: 690, width: 374, height: 100 }, weight: 12 }
const inside = ({ x, y }: { x: number; y: number }) =>
  x >= space.x &&
  y >= space.y &&
  x + size.width <= space.x + space.width &&
  y + size.height <= space.y + space.height

test('it lies above a card of the hand and points at its middle', () => {
  const fit = fitBubble(size, card, space, [hand])
  expect(fit).toMatchObject({ side: 'above', y: card.y - size.height - 12 })
  expect(fit.x + fit.tail!).toBeCloseTo(card.x + card.width / 2)
  expect(inside(fit)).toBe(true)
})

test('it keeps clear of what is needed where it can', () => {
  const trick = { box: { x: 60, y: 480, width: 270, height: 200 }, weight: 4 }
  const seat: Box = { x: 10, y: 60, width: 110, height: 70 }
  const fit = fitBubble(size, seat, space, [hand, trick])
  expect(fit.side).toBe('below')
  expect(fit.y + size.height).toBeLessThan(trick.box.y)
})

test('where it would cover cards on all sides it points nowhere and lies free', () => {
  const low: Box = { x: 0, y: 44, width: 844, height: 346 }
  const cards = [
    { box: { x: 0, y: 290, width: 844, height: 100 }, weight: 12 },
    { box: { x: 250, y: 60, width: 300, height: 220 }, weight: 4 },
  ]
  const fit = fitBubble({ width: 200, height: 130 }, { x: 400, y: 290, width: 50, height: 100 }, low, cards)
  expect(fit.side).toBeNull()
  expect(fit.x + 200 <= 250 || fit.x >= 550).toBe(true)
})

test('without anything to point at it lies in the middle, off the cards', () => {
  const fit = fitBubble(size, null, space, [hand])
  expect(fit).toMatchObject({ side: null, x: 45 })
  expect(fit.y + size.height).toBeLessThanOrEqual(hand.box.y)
})
