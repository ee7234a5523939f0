import type { LockSevenView, View } from '../../lib/protocol'
import type { Measure } from '../outcome'
import { gameText } from './texts'

/** The points of both packs (LS-1.7). */
const ALL_POINTS = 200

/** LS-9.3: the points from which on the Attack wins; null before they are known to all. */
export function measure(view: View): Measure | null {
  const { attack, needed } = view as LockSevenView
  if (attack === null) return null
  return { most: Math.max(ALL_POINTS, attack), mark: needed, label: gameText('table.wins', { needed }) }
}
