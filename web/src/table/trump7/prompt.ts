import { suitText, type Suit } from '../../lib/cards/names'
import { t } from '../../lib/i18n/index.svelte'
import type { Trump7View } from '../../lib/protocol'
import { seatName, type SeatingView } from '../seats'
import { gameText } from './texts'

/** The bar's text: what the player is asked, or else what is going on. */
export function promptOf(view: Trump7View, seating: SeatingView, canAct: boolean): string {
  if (canAct) return asked(view)
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  const seat = seatName(acting, seating)
  return view.phase === 'discard' ? gameText('table.discarding', { seat }) : t('table.thinking', { seat })
}

function asked(view: Trump7View): string {
  if (view.phase === 'bid') return gameText('table.bid')
  if (view.phase === 'discard') return gameText('table.choose_two')
  const suit = view.suit_led as Suit | null
  if (suit) return gameText('table.follow', { suit: suitText(suit) })
  return view.leaster ? gameText('table.lead_leaster') : gameText('table.lead')
}
