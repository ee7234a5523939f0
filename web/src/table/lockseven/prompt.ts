import { suitText } from '../../lib/cards/names'
import { t } from '../../lib/i18n/index.svelte'
import type { LockSevenView, View } from '../../lib/protocol'
import { seatName, type Around } from '../seats'
import { suitInPlay, trumpOf } from './round'

/** What is going on, for a player who has nothing to press. */
export function promptOf(view: LockSevenView, around: Around, canAct: boolean): string {
  if (canAct) return call(view)
  if (view.phase === 'deal') return t('table.lockseven.dealing')
  if (view.phase === 'last_chance') return t('table.lockseven.last_chances')
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  const seat = seatName(acting, around)
  if (view.phase === 'bury') return t('table.lockseven.burying', { seat })
  if (view.phase === 'anti') return t('table.lockseven.may_anti', { seat })
  return t('table.thinking', { seat })
}

/** What the player is asked for. */
export function call(seen: View): string {
  const view = seen as LockSevenView
  switch (view.phase) {
    case 'deal':
      return t('table.lockseven.ask.call')
    case 'last_chance':
      return t('table.lockseven.ask.last_chance')
    case 'choose':
      return t('table.lockseven.ask.choose')
    case 'decide':
      return t('table.lockseven.ask.decide')
    case 'bury':
      return t('table.lockseven.ask.bury', { count: view.bottom_size })
    case 'anti':
      return t('table.lockseven.ask.anti')
    default:
      return askedToPlay(view)
  }
}

function askedToPlay(view: LockSevenView): string {
  const led = view.table[0]?.cards
  if (!led) return t('table.lockseven.ask.lead')
  const suit = suitInPlay(led[0]!, trumpOf(view))
  const count = led.length
  if (suit === 'T') return t('table.lockseven.ask.follow_trumps', { count })
  return t('table.lockseven.ask.follow', { suit: suitText(suit), count })
}
