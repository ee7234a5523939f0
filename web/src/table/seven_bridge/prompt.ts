import { t } from '../../lib/i18n/index.svelte'
import type { SevenBridgeView } from '../../lib/protocol'
import { seatName, type SeatingView } from '../seats'
import { gameText } from './texts'

/** What is going on, or what the player may do. */
export function promptOf(view: SevenBridgeView, seating: SeatingView, canAct: boolean): string {
  if (canAct) return view.phase === 'draw' ? gameText('table.to_draw') : gameText('table.to_meld')
  const acting = view.acting[0]
  if (acting === undefined) return view.phase === 'draw' ? gameText('table.claims_open') : ''
  if (acting === view.seat && view.phase === 'claim') return gameText('table.answered')
  return acting === view.seat ? '' : t('table.thinking', { seat: seatName(acting, seating) })
}
