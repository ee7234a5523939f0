/**
 * What a player decides before they are asked, while cards are dealt: `call H` calls as
 * soon as they can, `wait S` waits though they hold that seven, `never` waits to the end.
 */

import type { Suit } from '../../lib/cards/names'
import type { LockSevenView, View } from '../../lib/protocol'
import type { TableSession } from '../session.svelte'
import { sevensIn } from './round'

/** The move that premoves make; null where the player is to be asked. */
export function premove(seen: View, premoves: readonly string[]): string | null {
  const view = seen as LockSevenView
  if (view.phase !== 'deal' && view.phase !== 'last_chance') return null
  const held = sevensIn(view)
  const call = held.map((suit) => `call ${suit}`).find((move) => premoves.includes(move))
  if (call) return call
  if (premoves.includes('never')) return 'wait'
  if (view.phase === 'last_chance') return null
  return openSevens(view, premoves).length === 0 ? 'wait' : null
}

/** The suits that are to be called as soon as that can be done. */
export function callsOf(premoves: readonly string[]): Suit[] {
  return premoves.filter((premove) => premove.startsWith('call ')).map((premove) => premove.slice(5) as Suit)
}

/** The sevens held of which nothing is ordered yet: the player is asked about them. */
export function openSevens(seen: View, premoves: readonly string[]): Suit[] {
  const view = seen as LockSevenView
  if (premoves.includes('never') || callsOf(premoves).length > 0) return []
  if (view.phase === 'last_chance') return sevensIn(view)
  return view.phase === 'deal' ? sevensIn(view).filter((suit) => !premoves.includes(`wait ${suit}`)) : []
}

/** Order to call a suit, or no longer. */
export function toggleCall(premoves: readonly string[], suit: Suit): string[] {
  const order = `call ${suit}`
  const others = premoves.filter((other) => other !== order && other !== 'never')
  return premoves.includes(order) ? others : [...others, order]
}

/** Order not to call at all, or no longer. */
export function toggleNever(premoves: readonly string[]): string[] {
  return premoves.includes('never') ? [] : ['never']
}

/** Order to wait for another seven than those that are held now. */
export function waitWith(premoves: readonly string[], held: readonly Suit[]): string[] {
  return [...new Set([...premoves, ...held.map((suit) => `wait ${suit}`)])]
}

/** Wait, whether or not the player is asked just now: cards come faster than answers. */
export function wait(session: TableSession): void {
  session.setPremoves(waitWith(session.premoves, sevensIn(session.state!.view)))
  if (session.canAct) session.play('wait')
}
