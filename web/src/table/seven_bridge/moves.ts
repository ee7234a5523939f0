/** What can be done with cards at the table of Seven Bridge, and where they lie and came from. */

import type { Event, SevenBridgeView, WrittenMove } from '../../lib/protocol'
import { cardIn, written } from '../written'

/** One thing that can be done with some cards; more than one move where a joker can stand for several. */
export interface Way {
  kind: string
  cards: readonly string[]
  /** The number of the meld that a card is laid off on. */
  meld: number | null
  moves: WrittenMove[]
}

/** Group the moves that differ only in what the joker stands for. */
export function waysOf(moves: readonly WrittenMove[]): Way[] {
  const ways = new Map<string, Way>()
  for (const move of moves) {
    const cards = move.cards.map(cardIn)
    const key = [move.kind, move.arg, ...cards].join(' ')
    const way = ways.get(key)
    const meld = move.arg === null ? null : Number(move.arg)
    if (way) ways.set(key, { ...way, cards, moves: [...way.moves, move] })
    else ways.set(key, { kind: move.kind, cards: move.cards, meld, moves: [move] })
  }
  return [...ways.values()]
}

/** The move that cards are sent as when they make no legal one: the server says why not. */
export function attempt({ verb, hand }: SevenBridgeView, cards: readonly string[]): Way {
  const held = hand.filter((card) => cards.includes(card))
  return { kind: verb, cards: held, meld: null, moves: [written(verb, held)] }
}

/** Where a card that lies in a meld came from, as names of spots. */
export function originOf(card: string, events: readonly Event[], viewer: number | null): string[] {
  const named = ({ kind, cards }: Event) => kind === 'move' && cards.map(cardIn).includes(card)
  const last = events.findLast(named)
  if (!last || last.action === 'discard') return ['pile']
  return last.seat === viewer ? [`card:${card}`, `seat:${last.seat}`] : [`seat:${last.seat}`]
}
