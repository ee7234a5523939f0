/** A hand as it is sorted: groups by suit, groups in rows, and where the arrow keys lead. */

import { suitOf, type Suit } from '../lib/cards/names'
import type { Event } from '../lib/protocol'
import { cardIn } from './written'

/** The cards of one suit, or the jokers (null), by their ids in the order in which they lie. */
export interface Group {
  suit: Suit | null
  /** They are the trumps, jokers included. */
  trump?: boolean
  cards: string[]
}

/** Cards with an id each: `QH` for the first queen of hearts, `QH.2` for the second. */
export function withIds(cards: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const copy = (seen.get(card) ?? 0) + 1
    seen.set(card, copy)
    return copy === 1 ? card : `${card}.${copy}`
  })
}

/** The card that an id stands for. */
export function cardOf(id: string): string {
  return id.split('.')[0]!
}

/** The ids of a hand that are chosen, and those of cards that may be added. */
export function choosable(
  hand: readonly string[],
  chosen: readonly string[],
  addable: readonly string[],
): Set<string> {
  const free = withIds(hand).filter((id) => !chosen.includes(id) && addable.includes(cardOf(id)))
  return new Set([...chosen, ...free])
}

/** The cards that a seat has played or put away in this round. */
export function playedBy(seat: number | null, events: readonly Event[]): string[] {
  const moves = events.filter((event) => event.kind === 'move' && event.seat === seat)
  return moves.flatMap(({ cards }) => cards.map(cardIn))
}

/**
 * The suits of these cards: trumps first, black and red in turn as far as possible. Pass all the cards that
 * were dealt, not only those that are left, so that the order stays the same for the round.
 */
export function suitOrder(cards: readonly string[], trump: Suit | null = null): Suit[] {
  const has = (suit: Suit) => suit === trump || cards.some((card) => suitOf(card) === suit)
  const trumpFirst = (one: Suit, other: Suit) => Number(other === trump) - Number(one === trump)
  const black = (['S', 'C'] as const).filter(has).toSorted(trumpFirst)
  const red = (['H', 'D'] as const).filter(has).toSorted(trumpFirst)
  const redFirst = trump ? red[0] === trump : red.length > black.length
  const [first, second] = redFirst ? [red, black] : [black, red]
  return [first[0], second[0], first[1], second[1]].filter((suit) => suit !== undefined)
}

/**
 * The hand by suits: jokers first, with the trumps where there are any; each suit as the server sent it, which
 * is the game's order, high to low.
 */
export function groupHand(
  hand: readonly string[],
  order: readonly Suit[],
  { reverse = false, trump = null }: { reverse?: boolean; trump?: Suit | null } = {},
): Group[] {
  const ids = withIds(hand)
  const groupOf = (id: string) => suitOf(cardOf(id)) ?? trump
  const groups = [null, ...order]
    .map((suit) => ({
      suit,
      trump: suit !== null && suit === trump,
      cards: ids.filter((id) => groupOf(id) === suit),
    }))
    .filter((group) => group.cards.length > 0)
  if (!reverse) return groups
  return groups.map((group) => ({ ...group, cards: group.cards.toReversed() })).toReversed()
}

const size = (row: readonly Group[]) => row.reduce((sum, group) => sum + group.cards.length, 0)
const longest = (rows: readonly Group[][]) => Math.max(...rows.map(size))

/** Every way to cut the groups into this many rows without splitting a suit. */
function cuts(groups: readonly Group[], rows: number): Group[][][] {
  if (rows === 1) return [[[...groups]]]
  const ways: Group[][][] = []
  for (let end = 1; end <= groups.length - rows + 1; end++) {
    for (const rest of cuts(groups.slice(end), rows - 1)) ways.push([groups.slice(0, end), ...rest])
  }
  return ways
}

/** The fewest rows of at most `comfortable` cards each; where there are none, the most even rows. */
export function rowsOf(groups: readonly Group[], comfortable: number): Group[][] {
  if (groups.length === 0) return []
  let best: Group[][] = [[...groups]]
  for (let rows = 2; rows <= groups.length && longest(best) > comfortable; rows++) {
    for (const way of cuts(groups, rows)) if (longest(way) < longest(best)) best = way
  }
  return best
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** The card that an arrow key leads to: left and right through the hand, up and down by suits. */
export function step(groups: readonly Group[], from: string | null, direction: Direction): string | null {
  const cards = groups.flatMap((group) => group.cards)
  const at = from === null ? -1 : cards.indexOf(from)
  if (direction === 'last') return cards.at(-1) ?? null
  if (direction === 'first' || at < 0) return cards[0] ?? null
  if (direction === 'left') return cards[Math.max(at - 1, 0)]!
  if (direction === 'right') return cards[Math.min(at + 1, cards.length - 1)]!
  const group = groups.findIndex(({ cards }) => cards.includes(from!))
  return groups[group + (direction === 'up' ? -1 : 1)]?.cards[0] ?? from
}

/** The card that gets the focus when the focused card has left: the next one still there, else the last. */
export function nextFocus(before: readonly string[], after: readonly string[], gone: string): string | null {
  const following = before.slice(before.indexOf(gone) + 1).find((card) => after.includes(card))
  return following ?? after.at(-1) ?? null
}
