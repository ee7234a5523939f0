/** Lays out a hand of 25 to 33 cards: a row a suit, in low windows two blocks, in wide ones shared rows. */

import { rowsOf } from '../hand'
import { CARD_RATIO, scaleIn, spread, type Lay, type Spread } from '../spread'

/** The least that is seen of a card beneath others, in px. */
const LEAST_SEEN = 24
/** The least where the window is wide, and several suits may share a row. */
const COMFORTABLE = 32
/** The most that is seen, as a share of a card's width. */
const LOOSE = 0.8
/** From one row to the next, as a share of a card's height: index and suit stay in sight. */
const ROW_STEP = 0.55
/** This many cards fit into one row of the smallest phone, as large as in other games. */
const FEW = 8
/** With more rows than this they are pushed together. */
const ROWS_OF_A_PHONE = 5
const LIFT = 10
const WIDE = 700
const LOW = 480
const BETWEEN_BLOCKS = 16

/** Cut a suit that is too long for a row into rows as even as can be. */
function cut(cards: readonly string[], most: number): string[][] {
  const rows = Math.ceil(cards.length / most)
  const size = Math.ceil(cards.length / rows)
  return Array.from({ length: rows }, (_, i) => cards.slice(i * size, (i + 1) * size))
}

/** The rows of each block: all in one, or in two of about the same height. */
function blocksOf(rows: string[][], low: boolean): string[][][] {
  if (!low) return [rows]
  const half = Math.ceil(rows.length / 2)
  return [rows.slice(0, half), rows.slice(half)]
}

function cardWidthFor(width: number, low: boolean): number {
  if (low) return 42
  if (width >= WIDE) return 84
  return width < 340 ? 44 : width < 480 ? 48 : 60
}

/** Lay out a hand in a space of this width. */
export const lay: Lay = (groups, width, windowHeight, scale = 1) => {
  const low = windowHeight < LOW
  const wide = width >= WIDE && !low
  const cardWidth = cardWidthFor(width, low) * scaleIn(windowHeight, scale)
  const cardHeight = cardWidth * CARD_RATIO
  const blockWidth = low ? (width - BETWEEN_BLOCKS) / 2 : width
  const space = blockWidth - cardWidth
  const longest = Math.max(Math.floor(space / (wide ? COMFORTABLE : LEAST_SEEN)) + 1, 2)
  const rows = wide
    ? rowsOf(groups, longest).map((row) => row.flatMap(({ cards }) => cards))
    : groups.flatMap(({ cards }) => cut(cards, longest))
  const most = Math.max(2, ...rows.map((row) => row.length))
  const step = Math.min(cardWidth * LOOSE, space / (most - 1))
  const blocks = blocksOf(rows, low)
  const deepest = Math.max(1, ...blocks.map((block) => block.length))
  const rowStep = cardHeight * ROW_STEP * Math.max(0.8, Math.min(1, ROWS_OF_A_PHONE / deepest))
  const cards: Spread['cards'] = new Map()
  blocks.forEach((block, column) => {
    block.forEach((row, line) => {
      const inRow = wide ? row.length : most
      const left = column * (blockWidth + BETWEEN_BLOCKS) + (space - step * (inRow - 1)) / 2
      row.forEach((id, i) => cards.set(id, { x: left + i * step, y: LIFT + line * rowStep, angle: 0 }))
    })
  })
  return { cardWidth, step, lift: LIFT, height: LIFT + (deepest - 1) * rowStep + cardHeight, cards }
}

/** The same once all cards are dealt: when few are left, they lie in one row. */
export const layInPlay: Lay = (groups, ...window) => {
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0)
  return (count <= FEW ? spread : lay)(groups, ...window)
}
