/** Moves of Seven Bridge in notation, as the table needs them: what can be done with cards, and how it is told. */

import { CARD } from '../../lib/cards/names'
import type { Event, SevenBridgeView } from '../../lib/protocol'

/** A move read: its cards as they are written, a joker with what it stands for. */
export interface Play {
  kind: string
  cards: string[]
  /** The number of the meld that a card is laid off on. */
  meld: number | null
}

export function readPlay(move: string): Play {
  const [kind = '', ...words] = move.split(' ')
  const meld = kind === 'lay' ? Number(words.pop()) : null
  return { kind, cards: words, meld }
}

/** One thing that can be done with some cards; more than one move where a joker can stand for several. */
export interface Way extends Play {
  moves: string[]
}

const unnamed = (card: string) => card.split('=')[0]!

/** The moves that differ in nothing but what the joker stands for, together. */
export function waysOf(moves: readonly string[]): Way[] {
  const ways = new Map<string, Way>()
  for (const move of moves) {
    const play = readPlay(move)
    const cards = play.cards.map(unnamed)
    const key = [play.kind, play.meld, ...cards].join(' ')
    const way = ways.get(key)
    if (way) ways.set(key, { ...way, cards, moves: [...way.moves, move] })
    else ways.set(key, { ...play, moves: [move] })
  }
  return [...ways.values()]
}

/** What cards are sent as when they are nothing: the server says why not. */
export function attempt(view: SevenBridgeView, cards: readonly string[]): Way {
  const kind = view.phase === 'claim' ? 'pon' : view.phase === 'draw' ? 'chi' : 'meld'
  const held = view.hand.filter((card) => cards.includes(card))
  return { kind, cards: held, meld: null, moves: [[kind, ...held].join(' ')] }
}

const RANKS = 'A23456789TJQK'

/** At which end of a meld a card would lie; a set takes it at its high end. */
export function endOf(meld: readonly string[], card: string): 'low' | 'high' {
  const rank = (written: string) => RANKS.indexOf(written.split('=').at(-1)![0]!)
  const [first, last] = [rank(meld[0]!), rank(meld.at(-1)!)]
  const onKing = last === 12 && rank(card) === 0 && first > 1
  return rank(card) < first && !onKing ? 'low' : 'high'
}

/** Where a card that lies in a meld came from, as names of places. */
export function originOf(card: string, events: readonly Event[], viewer: number | null): string[] {
  const named = ({ kind, move }: Event) => kind === 'move' && (move?.match(CARD)?.includes(card) ?? false)
  const last = events.findLast(named)
  if (!last || last.move?.startsWith('discard')) return ['pile']
  return last.seat === viewer ? [`card:${card}`, `seat:${last.seat}`] : [`seat:${last.seat}`]
}
