import { suitText, type Suit } from '../../lib/cards/names'
import { list, sentences, t } from '../../lib/i18n/index.svelte'
import type { LockSevenView, View } from '../../lib/protocol'
import { seatName, type SeatingView } from '../seats'
import { openSevens } from './premoves'
import { gameText } from './texts'

/** The bar's text: what the player is asked, or else what is going on. */
export function promptOf(view: LockSevenView, seating: SeatingView, premoves: readonly string[]): string {
  const asks = asking(view, premoves)
  if (asks) return asks
  if (view.phase === 'deal') return gameText('table.dealing')
  if (view.phase === 'last_chance') return gameText('table.last_chances')
  const acting = view.acting[0]
  if (acting === undefined || acting === view.seat) return ''
  const seat = seatName(acting, seating)
  if (view.phase === 'bury') return gameText('table.burying', { seat })
  if (view.phase === 'anti') return gameText('table.may_anti', { seat })
  return t('table.thinking', { seat })
}

/** The question as it is read out; null for none. A player who follows is also told that it is their turn. */
export function question(seen: View, premoves: readonly string[]): string | null {
  const view = seen as LockSevenView
  const asks = asking(view, premoves)
  const follows = asks !== null && view.phase === 'play' && view.table.length > 0
  return follows ? sentences(t('table.your_turn'), asks) : asks
}

/** What the player is asked for. In the deal they may answer before they are asked. */
function asking(view: LockSevenView, premoves: readonly string[]): string | null {
  if (view.phase === 'deal') {
    const suits = list(openSevens(view, premoves).map(suitText))
    return suits ? gameText('table.ask.call', { suits }) : null
  }
  return view.seat !== null && view.acting.includes(view.seat) ? asked(view) : null
}

function asked(view: LockSevenView): string {
  switch (view.phase) {
    case 'last_chance':
      return gameText('table.ask.last_chance')
    case 'choose':
      return gameText('table.ask.choose')
    case 'decide':
      return gameText('table.ask.decide')
    case 'bury':
      return gameText('table.ask.bury', { count: view.bottom_size })
    case 'anti':
      return gameText('table.ask.anti')
    default:
      return askedToPlay(view)
  }
}

function askedToPlay(view: LockSevenView): string {
  const led = view.table[0]?.cards
  if (!led) return gameText('table.ask.lead')
  const suit = view.suit_led
  const count = led.length
  if (suit === 'T') return gameText('table.ask.follow_trumps', { count })
  return gameText('table.ask.follow', { suit: suitText(suit as Suit), count })
}
