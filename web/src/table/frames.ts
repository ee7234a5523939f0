import type { Event, Pile, View } from '../lib/protocol'
import type { Frame } from './queue'

/** The pictures that lead from one view to the next. */
export type FrameMaker = (shown: View, view: View, events: readonly Event[]) => Frame<View>[]

/** The newer view, at once. */
export const newest: FrameMaker = (_, view) => [{ view, hold: 0 }]

/** Those of a game of tricks. */
export const ofTricks: FrameMaker = (shown, view, events) =>
  trickFrames(shown as TrickView, view as TrickView, events)

/** A view of a game of tricks. */
export interface TrickView extends View {
  last_trick: Pile[]
  taker: number | null
}

/** How long a card played, and a whole trick, are seen before the next thing happens, in ms. */
const CARD_HOLD = 260
const TRICK_HOLD = 1000

/**
 * The pictures that lead from one view to the next. A view that comes after a trick has it no longer on the
 * table, so the whole trick is shown first, and then swept to its taker.
 */
export function trickFrames<V extends TrickView>(shown: V, view: V, events: readonly Event[]): Frame<V>[] {
  const swept = { view, hold: CARD_HOLD }
  if (!events.some((event) => event.kind === 'trick')) return [swept]
  return [{ view: { ...wholeTrick(shown, view.last_trick), taker: view.taker }, hold: TRICK_HOLD }, swept]
}

/** Who has won the trick that lies on the table; null while somebody is to play to it. */
export function winnerOf(shown: TrickView): number | null {
  return shown.acting.length === 0 ? shown.taker : null
}

function wholeTrick<V extends TrickView>(shown: V, trick: Pile[]): V {
  const played = (piles: Pile[], seat: number) => piles.find((pile) => pile.seat === seat)?.cards.length ?? 0
  const hand_sizes = shown.hand_sizes.map(
    (cards, seat) => cards - played(trick, seat) + played(shown.table, seat),
  )
  return { ...shown, acting: [], table: trick, hand_sizes }
}
