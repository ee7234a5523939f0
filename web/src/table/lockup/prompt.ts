import { t } from '../../lib/i18n/index.svelte'
import type { LockupView } from '../../lib/protocol'
import { seatName, type SeatingView } from '../seats'
import { gameText } from './texts'

/** The bar's text: what the player is asked, or else what is going on. */
export function promptOf(view: LockupView, seating: SeatingView, canAct: boolean): string {
  if (canAct) return view.table.length === 0 ? gameText('table.lead') : gameText('table.follow')
  const locked = view.seat === null ? 0 : view.locked[view.seat]!
  if (locked > 0) return gameText('table.sit_out', { count: Math.min(locked, view.tricks_left) })
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  return t('table.thinking', { seat: seatName(acting, seating) })
}
