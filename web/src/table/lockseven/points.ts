import type { Row } from '../../lib/protocol'

/** The points in these cards of the hand, as the server has sent them (LS-1.7). */
export function pointsIn(rows: readonly Row[], cards: readonly string[]): number {
  const told = new Map(rows.flatMap((row) => row.cards.map((card, i) => [card, row.points[i]!])))
  return cards.reduce((sum, card) => sum + (told.get(card) ?? 0), 0)
}
