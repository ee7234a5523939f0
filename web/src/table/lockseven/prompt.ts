import { suitText } from '../../lib/cards/names'
import { list, t } from '../../lib/i18n/index.svelte'
import type { LockSevenView, View } from '../../lib/protocol'
import { seatName, type Around } from '../seats'
import { openSevens } from './premoves'
import { suitInPlay, trumpOf } from './round'

/** What is going on, for a player who has nothing to press. */
export function promptOf(view: LockSevenView, around: Around, premoves: readonly string[]): string {
  const asked = question(view, premoves)
  if (asked) return asked
  if (view.phase === 'deal') return t('table.lockseven.dealing')
  if (view.phase === 'last_chance') return t('table.lockseven.last_chances')
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  const seat = seatName(acting, around)
  if (view.phase === 'bury') return t('table.lockseven.burying', { seat })
  if (view.phase === 'anti') return t('table.lockseven.may_anti', { seat })
  return t('table.thinking', { seat })
}

/** What the player is asked for; null for nothing. In the deal they may answer before they are asked. */
export function question(seen: View, premoves: readonly string[]): string | null {
  const view = seen as LockSevenView
  if (view.phase === 'deal') {
    const suits = list(openSevens(view, premoves).map(suitText))
    return suits ? t('table.lockseven.ask.call', { suits }) : null
  }
  return view.seat !== null && view.acting.includes(view.seat) ? asked(view) : null
}

function asked(view: LockSevenView): string {
  switch (view.phase) {
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
