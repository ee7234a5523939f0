/** A hand as it lies: groups by suit, groups in rows, and where the arrow keys lead. */

export type Suit = 'S' | 'H' | 'D' | 'C'

/** The cards of one suit, or the jokers, in the game's own order. */
export interface Group {
  suit: Suit | 'joker'
  cards: string[]
}

/** The suit of a card in notation; a joker has none. */
export function suitOf(card: string): Suit | 'joker' {
  return /^[2-9TJQKA][SHDC]$/.test(card) ? (card[1] as Suit) : 'joker'
}

/**
 * The suits that these cards have, black and red in turn as far as that goes. Ask with all the cards that one
 * was dealt, not with those he has left: then the order stays for the round.
 */
export function suitOrder(cards: readonly string[]): Suit[] {
  const has = (suit: Suit) => cards.some((card) => suitOf(card) === suit)
  const black = (['S', 'C'] as const).filter(has)
  const red = (['H', 'D'] as const).filter(has)
  const [first, second] = red.length > black.length ? [red, black] : [black, red]
  return [first[0], second[0], first[1], second[1]].filter((suit) => suit !== undefined)
}

/** The hand by suits: jokers first, each suit as the server sent it, which is the game's order, high to low. */
export function groupHand(hand: readonly string[], order: readonly Suit[], reverse = false): Group[] {
  const groups = (['joker', ...order] as const)
    .map((suit) => ({ suit, cards: hand.filter((card) => suitOf(card) === suit) }))
    .filter((group) => group.cards.length > 0)
  if (!reverse) return groups
  return groups.map((group) => ({ ...group, cards: group.cards.toReversed() })).toReversed()
}

const size = (row: readonly Group[]) => row.reduce((sum, group) => sum + group.cards.length, 0)
const longest = (rows: readonly Group[][]) => Math.max(...rows.map(size))

/** Every way to cut the groups into so many rows without parting a suit. */
function cuts(groups: readonly Group[], rows: number): Group[][][] {
  if (rows === 1) return [[[...groups]]]
  const ways: Group[][][] = []
  for (let end = 1; end <= groups.length - rows + 1; end++) {
    for (const rest of cuts(groups.slice(end), rows - 1)) ways.push([groups.slice(0, end), ...rest])
  }
  return ways
}

/** As few rows as let no row have more cards than `comfortable`, or else the most even ones. */
export function rowsOf(groups: readonly Group[], comfortable: number): Group[][] {
  if (groups.length === 0) return []
  let best: Group[][] = [[...groups]]
  for (let rows = 1; rows <= groups.length && longest(best) > comfortable; rows++) {
    for (const way of cuts(groups, rows)) if (longest(way) < longest(best)) best = way
  }
  return best
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last'

/** The card that an arrow key leads to: left and right through the hand, up and down by suits. */
export function step(groups: readonly Group[], from: string | null, direction: Direction): string | null {
  const cards = groups.flatMap((group) => group.cards)
  if (cards.length === 0) return null
  const at = from === null ? -1 : cards.indexOf(from)
  if (direction === 'first' || at < 0) return cards[0]!
  if (direction === 'last') return cards.at(-1)!
  if (direction === 'left') return cards[Math.max(at - 1, 0)]!
  if (direction === 'right') return cards[Math.min(at + 1, cards.length - 1)]!
  const group = groups.findIndex(({ cards }) => cards.includes(from!))
  const next = groups[group + (direction === 'up' ? -1 : 1)]
  return next ? next.cards[0]! : from
}

/** Where the focus goes when the card that had it has left: what now stands in its place, else the last. */
export function heir(before: readonly string[], after: readonly string[], gone: string): string | null {
  const following = before.slice(before.indexOf(gone) + 1).find((card) => after.includes(card))
  return following ?? after.at(-1) ?? null
}
