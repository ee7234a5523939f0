import { rowsOf, type Group } from './hand'

/** How a card of the hand lies: where, in px from the upper left corner, and how it is turned, in degrees. */
interface LaidCard {
  x: number
  y: number
  angle: number
}

export interface Spread {
  cardWidth: number
  /** From one card to the next. */
  step: number
  /** Space above the first row for cards that are lifted. */
  lift: number
  height: number
  cards: Map<string, LaidCard>
}

/** A card's height for its width. */
export const CARD_RATIO = 7 / 5
/** The share of its width that must be seen of a card for it to show its pips. */
export const PIPS_SEEN = 0.65
/** Cards of a fan shrink to this width at the least, so that all show their pips. */
const LEAST_IN_FAN = 100
/** A new row is started where less than this would be seen of a card beneath others. */
const LEAST_SEEN = 34
/** The same where nobody taps a card. */
const LEAST_LOOKED_AT = 22
/** The share of a card's width from one card to the next where there is room. */
const LOOSE = 0.8
/** The share of a card's height from one row to the next: index and suit stay in sight. */
const ROW_STEP = 0.57
const LIFT = 16
const FAN_FROM = 700
/** A window of less height has no room for larger cards. */
const LOW = 620
const FAN_DEGREES = 0.5
const FAN_SAG = 0.4

const idsOf = (row: readonly Group[]) => row.flatMap((group) => group.cards)

/** The width of a card in the hand for a space of this width in a window of this height. */
function cardWidthFor(width: number, windowHeight: number, scale = 1): number {
  return usualWidth(width, windowHeight) * scaleIn(windowHeight, scale)
}

/** Cards are no larger than usual where the window is low. */
export function scaleIn(windowHeight: number, scale: number): number {
  return windowHeight < LOW ? Math.min(scale, 1) : scale
}

function usualWidth(width: number, windowHeight: number): number {
  if (windowHeight < 480) return 60
  if (width < 340) return 54
  if (width < 480) return 66
  if (width < FAN_FROM) return 72
  return Math.max(92, Math.min(width * 0.135, windowHeight * 0.15, 132))
}

/** The largest width at which this many cards in a fan show their pips; Infinity for too many cards. */
function widthInFan(width: number, count: number): number {
  const most = width / (1 + PIPS_SEEN * (count - 1))
  return most < LEAST_IN_FAN ? Infinity : Math.floor(most)
}

/**
 * How a hand is laid out in a space of this width, in a window of this height, with cards of this scale, and
 * closer where the cards are only looked at.
 */
export type Lay = (
  groups: readonly Group[],
  width: number,
  windowHeight: number,
  scale?: number,
  looked?: boolean,
) => Spread

/** Lay out a hand in a space of this width: in rows where it is narrow, as a fan where it is wide. */
export const spread: Lay = (groups, width, windowHeight, scale = 1, looked) => {
  const usual = cardWidthFor(width, windowHeight, scale)
  const rows = rowsOf(groups, Math.floor((width - usual) / (looked ? LEAST_LOOKED_AT : LEAST_SEEN)) + 1)
  const fan = rows.length === 1 && width >= FAN_FROM && windowHeight >= 480
  const most = Math.max(...rows.map((row) => idsOf(row).length), 2)
  const cardWidth = fan ? Math.min(usual, widthInFan(width, most) * scale) : usual
  const cardHeight = cardWidth * CARD_RATIO
  const space = width - cardWidth
  const step = Math.min(cardWidth * LOOSE, space / (most - 1))
  const cards = new Map<string, LaidCard>()
  rows.forEach((row, index) => {
    const ids = idsOf(row)
    const left = (space - step * (ids.length - 1)) / 2
    ids.forEach((id, i) => {
      const off = i - (ids.length - 1) / 2
      const sag = fan ? FAN_SAG * off * off : 0
      const y = LIFT + index * cardHeight * ROW_STEP + sag
      cards.set(id, { x: left + i * step, y, angle: fan ? off * FAN_DEGREES : 0 })
    })
  })
  const lowest = Math.max(LIFT, ...[...cards.values()].map((card) => card.y))
  return { cardWidth, step, lift: LIFT, height: lowest + cardHeight + (fan ? 12 : 0), cards }
}
