/** What the table reads from the view of a round of LockSeven. */

import { SUITS, type Suit } from '../../lib/cards/names'
import type { LockSevenView, Row, WrittenMove } from '../../lib/protocol'
import { cardOf, suitOrder, withIds, type Group } from '../hand'
import { written } from '../written'

/** The trump suit, or what it will be as far as this seat can tell; null for none. */
export function trumpOf({ expected_trump }: LockSevenView): Suit | null {
  return expected_trump === 'none' ? null : (expected_trump as Suit | null)
}

/** What is shown where it was not explained yet who is on whose side. */
export function withoutRoles(view: LockSevenView): LockSevenView {
  const roles = view.roles.map(() => null)
  return { ...view, roles, host: null, called: null, own_call: null, alone: false, attack: null }
}

/** The hand in groups, one for each suit in play: trumps first, then black and red in turn. */
export function groupsOf(view: LockSevenView, reverse: boolean): Group[] {
  const trump = trumpOf(view)
  const order = suitOrder(
    SUITS.map((suit) => `A${suit}`),
    trump,
  )
  const groups = ['T', ...order.filter((suit) => suit !== trump)].flatMap((suit): Group[] => {
    const row = view.rows.find((row) => row.suit === suit)
    if (!row) return []
    const cards = withIds(row.cards)
    return [suit === 'T' ? { suit: trump, trump: true, cards } : { suit: suit as Suit, cards }]
  })
  if (!reverse) return groups
  return groups.map((group) => ({ ...group, cards: group.cards.toReversed() })).toReversed()
}

/**
 * The pair or tractor that a card is in, as ids. Of a tractor with more cards than `room`, only the pairs
 * from this card downwards.
 */
export function setOf(rows: readonly Row[], id: string, space: number): string[] {
  const card = cardOf(id)
  const set = rows.flatMap(({ sets }) => sets).find((set) => set.includes(card)) ?? []
  if (set.length <= space) return withIds(set)
  const from = set.indexOf(card)
  return withIds(set.slice(from, from + Math.max(2, space - (space % 2))))
}

/** The round came to nothing: nobody called, or the Host gave it up and nobody scores (LS-2.4, LS-3.6). */
export function unplayed({ result_lines }: LockSevenView): boolean {
  return ['event.thrown_in', 'event.conceded'].includes(result_lines[0]?.key ?? '')
}

/** The move that the chosen cards are sent as, legal or not. */
export function attempt(view: LockSevenView, cards: readonly string[]): WrittenMove {
  return written(view.verb || 'play', cards)
}

/** LS-7.1, LS-7.2: the ids of the cards that every legal follow has in it. */
export function mustGo({ follow, hand }: LockSevenView): string[] {
  return follow?.all_go ? withIds(hand).filter((id) => follow.cards.includes(cardOf(id))) : []
}
