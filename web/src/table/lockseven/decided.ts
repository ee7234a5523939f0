import type { Event, View } from '../../lib/protocol'
import { dearest } from '../decided'
import { seatName } from '../seats'
import { cardsText, type Scene } from '../sentences'
import { own } from './texts'

/** The trick that brought most points, or the bottom where it brought more. */
export function decided(scene: Scene, _: View, events: readonly Event[]): string | null {
  const most = dearest(events)
  const bottom = events.find(({ kind }) => kind === 'bottom')?.count ?? 0
  if (bottom > (most?.points ?? 0)) return own('table.decided_bottom', { count: bottom })
  if (!most) return null
  const { seat, cards, points: count } = most
  return own('table.decided', {
    you: seat === scene.viewer,
    seat: seatName(seat, scene),
    cards: cardsText(cards),
    count,
  })
}
