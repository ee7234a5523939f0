import { suitText } from '../../lib/cards/names'
import { t } from '../../lib/i18n/index.svelte'
import type { Event, Trump7View } from '../../lib/protocol'
import { seatName, type Around } from '../seats'
import { suitLed } from './deal'
import { own } from './texts'

/** What is going on, for a player who has nothing to press. */
export function promptOf(
  view: Trump7View,
  events: readonly Event[],
  around: Around,
  canAct: boolean,
): string {
  if (canAct) return asked(view, events)
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  const seat = seatName(acting, around)
  return view.phase === 'discard' ? own('table.discarding', { seat }) : t('table.thinking', { seat })
}

function asked(view: Trump7View, events: readonly Event[]): string {
  if (view.phase === 'bid') return own('table.bid')
  if (view.phase === 'discard') return own('table.choose_two')
  const suit = suitLed(view, events)
  if (suit) return own('table.follow', { suit: suitText(suit) })
  return view.leaster ? own('table.lead_leaster') : own('table.lead')
}
