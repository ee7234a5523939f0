/** All cards of a hand as ranks on a slip: what is held, what lies in the trick, and what has gone. */
import { suitOf, SUITS, type Suit } from '../lib/cards/names'
import type { ReplayMoment } from '../lib/protocol'
import { hasTricks } from '../table/hasTricks'

/** A rank on a slip. A card that is yet to come keeps its place, unseen: nothing moves while one goes on. */
export interface Rank {
  card: string
  is: 'held' | 'played' | 'gone' | 'to_come'
  /** The same card stands after it: a pair. */
  pair: boolean
}

export interface HandLine {
  /** Null for the trumps, or the jokers. */
  suit: Suit | null
  ranks: Rank[]
}

const RANKS = 'AKQJT98765432'
const JOKERS = ['RJ', 'BJ', 'JK']

const orderOf = (card: string) => {
  const joker = JOKERS.indexOf(card)
  return joker >= 0 ? joker : 10 * (1 + RANKS.indexOf(card[0]!)) + SUITS.indexOf(suitOf(card)!)
}

/** A hand by suits, the trumps first. */
export function bySuit(hand: readonly string[], isTrump: (card: string) => boolean): string[] {
  const suitAt = (card: string) => (isTrump(card) ? -1 : SUITS.indexOf(suitOf(card)!))
  return hand.toSorted((one, other) => suitAt(one) - suitAt(other) || orderOf(one) - orderOf(other))
}

const countOf = (cards: readonly string[], card: string) => cards.filter((other) => other === card).length

/** The cards of several hands, each as often as one of them has it. */
function union(hands: readonly (readonly string[])[]): string[] {
  const all = new Set(hands.flat())
  return [...all].flatMap((card) => {
    const most = Math.max(...hands.map((hand) => countOf(hand, card)))
    return Array.from({ length: most }, () => card)
  })
}

/** The cards of a seat that lie in the trick, or in the one that was taken just now. */
function inTrick({ view }: ReplayMoment, seat: number): readonly string[] {
  const last = hasTricks(view) ? view.last_trick : []
  const piles = view.table.length > 0 ? view.table : last
  return piles.find((pile) => pile.seat === seat)?.cards ?? []
}

/**
 * The slip of a seat at a moment. `from` is where the first trick begins: from then on cards only go, and each keeps
 * its place. Before it, and with null, only what is held is written.
 */
export function rowOf(
  moments: readonly ReplayMoment[],
  index: number,
  seat: number,
  from: number | null,
  isTrump: (card: string) => boolean,
): HandLine[] {
  const handAt = (i: number) => moments[i]!.hands?.[seat] ?? []
  const held = handAt(index)
  const fixed = from !== null && index >= from
  const all = fixed ? union(moments.slice(from).map((_, i) => handAt(from + i))) : held
  const known = fixed ? union(moments.slice(from, index + 1).map((_, i) => handAt(from + i))) : held
  const played = fixed ? inTrick(moments[index]!, seat) : []
  const sorted = all.toSorted((one, other) => orderOf(one) - orderOf(other))
  const ranks = sorted.map((card, i): Rank & { trump: boolean } => {
    const copy = countOf(sorted.slice(0, i), card)
    const left = countOf(held, card)
    const is =
      copy < left
        ? 'held'
        : copy < left + countOf(played, card)
          ? 'played'
          : copy < countOf(known, card)
            ? 'gone'
            : 'to_come'
    return { card, is, pair: sorted[i + 1] === card, trump: isTrump(card) || suitOf(card) === null }
  })
  const lineOf = (suit: Suit | null) => ({
    suit,
    ranks: ranks.filter(({ card, trump }) => (trump ? suit === null : suitOf(card) === suit)),
  })
  return [null, ...SUITS].map(lineOf).filter(({ suit, ranks }) => suit !== null || ranks.length > 0)
}
