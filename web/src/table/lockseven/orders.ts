/**
 * What a player orders while the cards are dealt, so that he need not be asked with every card: `call H` calls as
 * soon as he can, `wait S` waits though he holds that seven, `never` waits to the end.
 */

import type { Suit } from '../../lib/cards/names'
import type { LockSevenView, View } from '../../lib/protocol'
import type { TableSession } from '../session.svelte'
import { sevensIn } from './round'

/** The move that orders make; null where the player is to be asked. */
export function ahead(seen: View, orders: readonly string[]): string | null {
  const view = seen as LockSevenView
  if (view.phase !== 'deal' && view.phase !== 'last_chance') return null
  const held = sevensIn(view)
  const call = held.map((suit) => `call ${suit}`).find((move) => orders.includes(move))
  if (call) return call
  if (orders.includes('never')) return 'wait'
  if (view.phase === 'last_chance') return null
  return openSevens(view, orders).length === 0 ? 'wait' : null
}

/** The suits that are to be called as soon as that can be done. */
export function callsOf(orders: readonly string[]): Suit[] {
  return orders.filter((order) => order.startsWith('call ')).map((order) => order.slice(5) as Suit)
}

/** The sevens held of which nothing is ordered yet: the player is asked about them. */
export function openSevens(seen: View, orders: readonly string[]): Suit[] {
  const view = seen as LockSevenView
  if (orders.includes('never') || callsOf(orders).length > 0) return []
  if (view.phase === 'last_chance') return sevensIn(view)
  return view.phase === 'deal' ? sevensIn(view).filter((suit) => !orders.includes(`wait ${suit}`)) : []
}

/** Order to call a suit, or no longer. */
export function toggleCall(orders: readonly string[], suit: Suit): string[] {
  const order = `call ${suit}`
  const others = orders.filter((other) => other !== order && other !== 'never')
  return orders.includes(order) ? others : [...others, order]
}

/** Order not to call at all, or no longer. */
export function toggleNever(orders: readonly string[]): string[] {
  return orders.includes('never') ? [] : ['never']
}

/** Order to wait for another seven than those that are held now. */
export function waitWith(orders: readonly string[], held: readonly Suit[]): string[] {
  return [...new Set([...orders, ...held.map((suit) => `wait ${suit}`)])]
}

/** Wait, whether or not the player is asked just now: cards come faster than answers. */
export function wait(session: TableSession): void {
  session.order(waitWith(session.orders, sevensIn(session.state!.view)))
  if (session.canAct) session.play('wait')
}
