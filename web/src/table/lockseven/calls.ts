import { SUITS, suitText, type Suit } from '../../lib/cards/names'
import type { LockSevenView } from '../../lib/protocol'
import type { Action } from '../action'
import type { GameSession } from '../gameSession'
import { callsOf, openSevens, suitsIn, toggleCall, toggleNever, wait } from './premoves'
import { gameText } from './texts'

/**
 * The buttons of the deal. Each suit has one, which calls if its seven is held, and else sets a premove to
 * call as soon as possible. The others are to wait for another seven, and not to be asked at all.
 */
export function callActions(session: GameSession): Action[] {
  const view = session.state!.view as LockSevenView
  const { premoves } = session
  const held = suitsIn(view)
  const countOf = (suit: Suit) => view.hand.filter((card) => card[1] === suit).length
  const suitAction = (suit: Suit): Action => ({
    label: held.includes(suit)
      ? gameText('move.call', { suit: suitText(suit) })
      : gameText('table.call_ahead', { suit: suitText(suit) }),
    suit,
    note: gameText('table.in_hand', { count: countOf(suit), seven: view.hand.includes(`7${suit}`) }),
    ahead: !held.includes(suit),
    pressed: callsOf(premoves).includes(suit),
    run: () => session.setPremoves(toggleCall(premoves, suit)),
  })
  const waiting = { label: gameText('move.wait'), quiet: true, run: () => wait(session) }
  const never: Action = {
    label: gameText('table.never'),
    quiet: true,
    pressed: premoves.includes('never'),
    run: () => session.setPremoves(toggleNever(premoves)),
  }
  return [...SUITS.map(suitAction), ...(openSevens(view, premoves).length > 0 ? [waiting] : []), never]
}
