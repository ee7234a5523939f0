import type { Trump7View, View } from '../../lib/protocol'
import type { Measure } from '../outcome'
import { gameText } from './texts'

/** T7-6.1: the points from which on the Player wins; null in a leaster. */
export function measure(view: View): Measure | null {
  const { ladder } = view as Trump7View
  if (ladder === null) return null
  const mark = ladder.marks[ladder.pays.findIndex((points) => points > 0) - 1]!
  return { most: ladder.in_all, mark, label: gameText('table.wins', { count: mark }) }
}
