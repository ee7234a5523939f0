/** Fits a bubble in beside what it points at, and not over what is needed. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Something that a bubble should not lie on; `weight` says how much it matters. */
export interface Obstacle {
  box: Box
  weight: number
}

type Side = 'above' | 'below' | 'left' | 'right'

/**
 * Where a bubble lies, by its upper left corner, and on which side of what it points at. `tail` is where along
 * its edge the tail is. Both are null where it points nowhere.
 */
export interface Fit {
  x: number
  y: number
  side: Side | null
  tail: number | null
}

/** The tail of a bubble, and the least that lies between it and a corner, in px. */
const TAIL = 12
const CORNER = 26
/** Kept free at the edges of the page, in px. */
const MARGIN = 6
/** A bubble that points nowhere is as bad as one that covers this many px² of something of weight 1. */
const POINTLESS = 6000

/** A move by 1 px is as bad as covering this many px² of something of weight 1. */
const STEADINESS = 12

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** The area that two boxes share, in px². */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Where along an axis the bubble can begin so that its tail still points at the middle of what it is about. */
function* beginnings(middle: number, size: number, from: number, to: number): Generator<number> {
  for (const share of [0.5, 0.25, 0.75, 0, 1]) {
    const begin = middle - CORNER - share * (size - 2 * CORNER)
    yield clamp(begin, from, Math.max(from, to - size))
  }
}

function* beside(at: Box, size: Pick<Box, 'width' | 'height'>, space: Box): Generator<Fit> {
  const middleX = at.x + at.width / 2
  const middleY = at.y + at.height / 2
  const tailX = (x: number) => clamp(middleX - x, CORNER, size.width - CORNER)
  const tailY = (y: number) => clamp(middleY - y, CORNER, size.height - CORNER)
  for (const x of beginnings(middleX, size.width, space.x + MARGIN, space.x + space.width - MARGIN)) {
    yield { x, y: at.y - size.height - TAIL, side: 'above', tail: tailX(x) }
    yield { x, y: at.y + at.height + TAIL, side: 'below', tail: tailX(x) }
  }
  for (const y of beginnings(middleY, size.height, space.y + MARGIN, space.y + space.height - MARGIN)) {
    yield { x: at.x - size.width - TAIL, y, side: 'left', tail: tailY(y) }
    yield { x: at.x + at.width + TAIL, y, side: 'right', tail: tailY(y) }
  }
}

/** Fits that have nothing to do with what the bubble is about: corners, edges and the middle. */
function* anywhere(size: Pick<Box, 'width' | 'height'>, space: Box): Generator<Fit> {
  const columns = space.width - size.width - 2 * MARGIN
  const rows = space.height - size.height - 2 * MARGIN
  for (const column of [0.5, 0, 1]) {
    for (let row = 0; row <= 8; row += 1) {
      const x = space.x + MARGIN + Math.max(0, columns) * column
      const y = space.y + MARGIN + (Math.max(0, rows) * row) / 8
      yield { x, y, side: null, tail: null }
    }
  }
}

/**
 * The best fit for a bubble of this size: inside the page, covering as little as possible. A bubble that
 * points at nothing stays as near as possible to where it was before.
 */
export function fitBubble(
  size: Pick<Box, 'width' | 'height'>,
  at: Box | null,
  space: Box,
  obstacles: readonly Obstacle[],
  before: Pick<Fit, 'x' | 'y'> | null = null,
): Fit {
  const outside = (box: Box) => size.width * size.height - overlap(box, space)
  const cost = (fit: Fit) => {
    const box = { ...size, x: fit.x, y: fit.y }
    const covered = obstacles.reduce((sum, { box: other, weight }) => sum + weight * overlap(box, other), 0)
    const about = at ? 20 * overlap(box, at) : 0
    const moved = before && !fit.side ? Math.hypot(fit.x - before.x, fit.y - before.y) : 0
    return covered + about + 50 * outside(box) + STEADINESS * moved + (fit.side || !at ? 0 : POINTLESS)
  }
  const staying = before ? [{ x: before.x, y: before.y, side: null, tail: null }] : []
  const fits: Fit[] = [...(at ? beside(at, size, space) : [])]
  const costs = fits.map(cost)
  // any other fit costs at least POINTLESS
  if (!costs.some((cost) => cost < POINTLESS)) {
    fits.push(...staying, ...anywhere(size, space))
    costs.push(...fits.slice(costs.length).map(cost))
  }
  return fits[costs.indexOf(Math.min(...costs))]!
}
