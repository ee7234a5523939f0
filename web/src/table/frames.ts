import type { Event, Pile, View } from '../lib/protocol'
import type { Frame } from './queue'

/**
 * The pictures that lead from one view to the next. `pace` is the time of a bot's move in ms where nobody else
 * waits, and 0 in company.
 */
export type FrameMaker = (shown: View, view: View, events: readonly Event[], pace: number) => Frame<View>[]

/** The newer view, at once. */
export const newest: FrameMaker = (_, view) => [{ view, hold: 0 }]

/** The pictures of a game of tricks. */
export const ofTricks: FrameMaker = (shown, view, events) =>
  trickFrames(shown as TrickView, view as TrickView, events)

/** A view of a game of tricks. */
export interface TrickView extends View {
  last_trick: Pile[]
  taker: number | null
  /** Who would take the trick as it lies now. */
  winning: number | null
  /** The points in the trick, in a game that has any. */
  stake?: number
}

/** What a trick is about. */
export interface Stake {
  /** What was led, where that has a name: a pair, a tractor, a throw. */
  kind?: string
  /** How much it brings or costs whoever takes it, and the word beside that number. */
  count: number
  label: string
}

/** A trick as it is drawn. */
export interface Lying {
  piles: readonly Pile[]
  /** The seat that would take it: its cards glow. */
  winner: number | null
  /** The seat to which the cards are swept. */
  taker: number | null
  label: string
  stake: Stake | null
}

/** How long a card played, and a whole trick, are seen before the next thing happens, in ms. */
const CARD_HOLD = 260
const TRICK_HOLD = 1000

/**
 * The pictures that lead from one view to the next. The view after a trick no longer has it on the table, so
 * the whole trick is shown first, and then swept to its taker.
 */
export function trickFrames<V extends TrickView>(shown: V, view: V, events: readonly Event[]): Frame<V>[] {
  const swept = { view, hold: CARD_HOLD }
  const taken = events.findLast((event) => event.kind === 'trick')
  if (!taken) return [swept]
  const whole = { ...wholeTrick(shown, view.last_trick), winning: view.taker, taker: view.taker }
  if (whole.stake !== undefined) whole.stake = taken.count ?? 0
  return [{ view: whole, hold: TRICK_HOLD }, swept]
}

function wholeTrick<V extends TrickView>(shown: V, trick: Pile[]): V {
  const played = (piles: Pile[], seat: number) => piles.find((pile) => pile.seat === seat)?.cards.length ?? 0
  const hand_sizes = shown.hand_sizes.map(
    (cards, seat) => cards - played(trick, seat) + played(shown.table, seat),
  )
  return { ...shown, acting: [], table: trick, hand_sizes }
}
