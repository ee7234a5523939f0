/** The shapes that cards are drawn from. A card is 250 by 350; ranks are strokes in a box of 40 by 56. */
import { suitOf } from './names'

/** How large the cards of a hand are for each preference, as a share of the usual size. */
export const CARD_SCALES = { small: 0.86, medium: 1, large: 1.16 } as const

/** From this width on, in px, a card has all its pips. The style of Card.svelte has the same number. */
export const FULL_FROM = 78

/** One stroke of width 8 each: drawn, not set, so that a card looks the same with every font. */
export const RANK_PATHS: Record<string, string> = {
  A: 'M5 52L20 6L35 52M10 38H30',
  K: 'M8 3V53M35 4L10 31M18 24L36 53',
  Q: 'M20 5C31 5 35 14 35 28S31 51 20 51S5 42 5 28S9 5 20 5M22 38L36 54',
  J: 'M14 6H30V37A12.5 13.5 0 0 1 5 38',
  T: 'M5 4V53M26 5C34 5 37 14 37 28S34 51 26 51S15 42 15 28S18 5 26 5',
  9: 'M12 51C26 46 34 34 34 20A14 14 0 1 0 31 28',
  8: 'M20 5A10 10.5 0 0 1 20 26A10 10.5 0 0 1 20 5M20 26A13.5 12.5 0 0 1 20 51A13.5 12.5 0 0 1 20 26',
  7: 'M5 6H35L16 53',
  6: 'M28 5C14 10 6 22 6 36A14 14 0 1 0 9 28',
  5: 'M33 6H10L8 25A15 14.5 0 1 1 6 45',
  4: 'M28 53V6L4 40H37',
  3: 'M6 6H33L18 23A14.5 14.5 0 1 1 5 43',
  2: 'M6 17A14 13 0 0 1 34 17C34 28 12 38 7 50H35',
}

/** The marks of a joker: a star, hollow for the lower of two, and a fool's cap; boxes of 100 by 100. */
export const STAR = 'M50 4L61 37H96L68 58L78 92L50 72L22 92L32 58L4 37H39Z'
export const CAP =
  'M25 74C26 52 18 44 10 58C-2 36 18 16 34 32C37 18 44 10 50 5C56 10 63 18 66 32C82 16 102 36 90 58C82 44 74 52 75 74ZM22 80H78V92H22Z'

/** Where a pip stands: the middle of it, from the middle of the card. */
type Point = readonly [x: number, y: number]

const [LEFT, RIGHT] = [-40, 40]
/** Rows of pips, above the middle and in it. */
const [TOP, THIRD, QUARTER, FIFTH] = [-113, -37.7, -56.5, -75.3]

const CORNERS: readonly Point[] = [
  [LEFT, TOP],
  [RIGHT, TOP],
]
const INNER: readonly Point[] = [
  [LEFT, THIRD],
  [RIGHT, THIRD],
]
const SIDES: readonly Point[] = [
  [LEFT, 0],
  [RIGHT, 0],
]

/** Upright pips, and upside-down pips, the latter where they are with the card turned round. */
const PIPS: Record<string, readonly [upright: readonly Point[], turned: readonly Point[]]> = {
  2: [[[0, TOP]], [[0, TOP]]],
  3: [[[0, TOP], [0, 0]], [[0, TOP]]],
  4: [CORNERS, CORNERS],
  5: [[...CORNERS, [0, 0]], CORNERS],
  6: [[...CORNERS, ...SIDES], CORNERS],
  7: [[...CORNERS, [0, QUARTER], ...SIDES], CORNERS],
  8: [[...CORNERS, [0, QUARTER], ...SIDES], [...CORNERS, [0, QUARTER]]],
  9: [[...CORNERS, ...INNER, [0, 0]], [...CORNERS, ...INNER]],
  T: [[...CORNERS, ...INNER, [0, FIFTH]], [...CORNERS, ...INNER, [0, FIFTH]]],
} // prettier-ignore

/** The pips of a card, upright and turned; none for an ace, a court card, a joker. */
export function pipsOf(card: string): readonly [upright: readonly Point[], turned: readonly Point[]] {
  return (suitOf(card) && PIPS[card[0]!]) || [[], []]
}

/** Whether a card has a picture: kings, queens, jacks and jokers. */
export function isPicture(card: string): boolean {
  return suitOf(card) === null || 'KQJ'.includes(card[0]!)
}

/** The short rays around the pip of an ace. */
export const RAYS = Array.from({ length: 40 }, (_, i) => {
  const turn = (i * Math.PI) / 20
  const at = (radius: number) =>
    `${(Math.cos(turn) * radius).toFixed(1)} ${(Math.sin(turn) * radius).toFixed(1)}`
  return `M${at(66)}L${at(84)}`
}).join('')
