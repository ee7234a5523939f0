import type { Event, View } from '../../lib/protocol'
import { dearest, takenText } from '../decided'
import type { Scene } from '../sentences'
import { own } from './texts'

/** The trick that brought most points, or the bottom where it brought more. */
export function decided(scene: Scene, _: View, events: readonly Event[]): string | null {
  const most = dearest(events)
  const bottom = events.find(({ kind }) => kind === 'bottom')?.count ?? 0
  if (bottom > (most?.points ?? 0)) return own('table.decided_bottom', { count: bottom })
  return most && own('table.decided', takenText(most, scene))
}
