/**
 * What a player decides before they are asked, while cards are dealt: `call H` calls as
 * soon as they can, `wait S` waits though they hold that seven, `never` waits to the end.
 */

import type { Suit } from '../../lib/cards/names'
import type { LockSevenView, View, WrittenMove } from '../../lib/protocol'
import type { GameSession } from '../gameSession'
import { written } from '../written'

const WAIT = written('wait')

/** The suits that the player may call, as they hold their sevens. */
export function suitsIn({ callable_suits }: LockSevenView): Suit[] {
  return callable_suits as Suit[]
}

/** The move that premoves make; null where the player is to be asked. */
export function premove(seen: View, premoves: readonly string[]): WrittenMove | null {
  const view = seen as LockSevenView
  if (view.phase !== 'deal' && view.phase !== 'last_chance') return null
  const held = suitsIn(view)
  const call = held.find((suit) => premoves.includes(`call ${suit}`))
  if (call) return written('call', [], call)
  if (premoves.includes('never')) return WAIT
  if (view.phase === 'last_chance') return null
  return openSevens(view, premoves).length === 0 ? WAIT : null
}

/** The suits that are to be called as soon as that can be done. */
export function callsOf(premoves: readonly string[]): Suit[] {
  return premoves.filter((premove) => premove.startsWith('call ')).map((premove) => premove.slice(5) as Suit)
}

/** The suits of the sevens held for which no premove is set: the player is asked about them. */
export function openSevens(seen: View, premoves: readonly string[]): Suit[] {
  const view = seen as LockSevenView
  if (premoves.includes('never') || callsOf(premoves).length > 0) return []
  if (view.phase === 'last_chance') return suitsIn(view)
  return view.phase === 'deal' ? suitsIn(view).filter((suit) => !premoves.includes(`wait ${suit}`)) : []
}

/** Set the premove to call a suit, or take it back. */
export function toggleCall(premoves: readonly string[], suit: Suit): string[] {
  const order = `call ${suit}`
  const others = premoves.filter((other) => other !== order && other !== 'never')
  return premoves.includes(order) ? others : [...others, order]
}

/** Set the premove not to call at all, or take it back. */
export function toggleNever(premoves: readonly string[]): string[] {
  return premoves.includes('never') ? [] : ['never']
}

/** Set the premoves to wait for a seven other than those held now. */
export function waitWith(premoves: readonly string[], held: readonly Suit[]): string[] {
  return [...new Set([...premoves, ...held.map((suit) => `wait ${suit}`)])]
}

/** Wait, whether or not the player is asked just now: cards come faster than answers. */
export function wait(session: GameSession): void {
  session.setPremoves(waitWith(session.premoves, suitsIn(session.state!.view as LockSevenView)))
  if (session.canAct) session.play(WAIT)
}
