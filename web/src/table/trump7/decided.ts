import type { Event, View } from '../../lib/protocol'
import { dearest, takenText } from '../decided'
import type { Scene } from '../sentences'
import { own } from './texts'

/** The trick that brought most points. */
export function decided(scene: Scene, _: View, events: readonly Event[]): string | null {
  const most = dearest(events)
  return most && own('table.decided', takenText(most, scene))
}
