import type { Event } from '../../lib/protocol'
import type { LockupView } from './view'

/** The cards that the viewer was dealt: those he has, has played and has lost. */
export function dealtTo(view: LockupView, events: readonly Event[]): string[] {
  const played = events.flatMap(({ kind, seat, move }) =>
    kind === 'move' && seat === view.seat && move ? [move] : [],
  )
  return [...view.hand, ...played, ...view.lost_cards]
}
