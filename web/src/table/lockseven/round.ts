/** What the table reads from the view of a round of LockSeven. */

import { CARD, suitOf, SUITS, type Suit } from '../../lib/cards/names'
import type { LockSevenView, NamedPart, RefusedMove, Row, View } from '../../lib/protocol'
import { cardOf, suitOrder, withIds, type Group } from '../hand'

/** The trump suit, or what it will be as far as this seat can tell; null for none. */
export function trumpOf(view: LockSevenView): Suit | null {
  const pair = view.anti_calls.at(-1)
  if (view.trump !== null) return view.trump === 'none' ? null : (view.trump as Suit)
  return pair ? suitOf(pair.cards[0]!) : (view.own_call as Suit | null)
}

/** The suits whose seven the player holds, and which they may call (LS-2.3). */
export function sevensIn(view: View): Suit[] {
  return SUITS.filter((suit) => view.hand.includes(`7${suit}`))
}

/** The suit in play of a card (LS-1.3, LS-1.5); `T` for trumps. */
export function suitInPlay(card: string, trump: Suit | null): Suit | 'T' {
  const suit = suitOf(card)
  return suit === null || suit === trump || card[0] === '7' ? 'T' : suit
}

/** The hand, a group a suit in play: trumps first, then black and red in turn. */
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
 * The pair or tractor that a card is in, as ids. Of a tractor longer than there is `room` for, the pairs from this
 * card downwards.
 */
export function setOf(rows: readonly Row[], id: string, room: number): string[] {
  const card = cardOf(id)
  const set = rows.flatMap(({ sets }) => sets).find((set) => set.includes(card)) ?? []
  if (set.length <= room) return withIds(set)
  const from = set.indexOf(card)
  return withIds(set.slice(from, from + Math.max(2, room - (room % 2))))
}

/** How many cards a play or the bottom takes; no bound for a lead. */
export function roomIn({ phase, table, bottom_size }: LockSevenView): number {
  if (phase === 'bury') return bottom_size
  if (phase === 'anti') return 2
  return table[0]?.cards.length ?? Infinity
}

/** What cards chosen are sent as, whether or not they will do. */
export function attempt(view: LockSevenView, cards: readonly string[]): string {
  const words = { bury: ['bury'], anti: ['anti'] }[view.phase as string] ?? []
  return [...words, ...cards].join(' ')
}

/** `hidden` is a partner who is not revealed to all yet. */
export type Role = 'host' | 'partner' | 'hidden' | 'attack'

/** What a seat is, as far as the viewer knows. */
export function roleOf(view: LockSevenView, seat: number): Role | null {
  if (seat === view.host) return 'host'
  if (seat === view.partner) return 'partner'
  if (seat === view.known_partner) return 'hidden'
  if (view.trump === null) return null
  const known = view.partner !== null || view.known_partner !== null || view.alone
  return known || seat === view.seat ? 'attack' : null
}

const POINTS: Record<string, number> = { '5': 5, T: 10, K: 10 }

/** LS-1.7: the points that cards hold. */
export function pointsIn(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + (suitOf(card) ? (POINTS[card[0]!] ?? 0) : 0), 0)
}

/** How the total that decides came about (LS-9.2); `times` is what the points in the bottom were multiplied by. */
export interface Sum {
  tricks: number
  inBottom: number
  times: number
  bottom: number
  penalties: number
  total: number
}

/** The sum at the end of a round; null before, and for a round that was not played. */
export function sumOf({ attack, bottom, penalties, bottom_cards }: LockSevenView): Sum | null {
  if (attack === null || bottom === null || penalties === null) return null
  const inBottom = pointsIn(bottom_cards)
  const times = inBottom === 0 ? 0 : bottom / inBottom
  return { tricks: attack - bottom - penalties, inBottom, times, bottom, penalties, total: attack }
}

/** Whether cards led together are a throw: more than one part (LS-5.5). */
export function isThrow(view: LockSevenView, parts: readonly NamedPart[]): boolean {
  return view.table.length === 0 && parts.length > 1
}

/**
 * The cards that would do in place of those refused: for LS-7.2 the pairs where some are asked for, else whatever may
 * be chosen first. Nothing where each card refused is one of them, and only their number is wrong.
 */
export function wouldDo(view: LockSevenView, { move, rule, choices }: RefusedMove): string[] {
  const led = view.table[0]?.cards[0]
  const row = led && view.rows.find(({ suit }) => suit === suitInPlay(led, trumpOf(view)))
  const pairs = rule === 'LS-7.2' && row ? row.sets.flat() : []
  const asked = view.table[0]?.cards.length === 1 ? [] : pairs.filter((card) => choices.cards.includes(card))
  const would = asked.length > 0 ? asked : choices.cards
  const refused = move.match(CARD) ?? []
  return refused.every((card) => would.includes(card)) ? [] : would
}
