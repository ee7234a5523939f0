import { gt, t } from '../../lib/i18n/index.svelte'
import type { SevenBridgeView } from '../../lib/protocol'
import { seatName, type Around } from '../seats'

/** What is going on, or what the player may do. */
export function promptOf(view: SevenBridgeView, around: Around, canAct: boolean): string {
  if (canAct && view.phase === 'claim') return gt(view.game, 'phase.claim')
  if (canAct) return view.phase === 'draw' ? t('table.seven_bridge.to_draw') : t('table.seven_bridge.to_meld')
  const acting = view.acting[0]
  if (acting === undefined) return view.phase === 'draw' ? t('table.seven_bridge.claims_open') : ''
  return acting === view.seat ? '' : t('table.thinking', { seat: seatName(acting, around) })
}
