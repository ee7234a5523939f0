import { cardText } from '../../lib/cards/names'
import type { SevenBridgeView, View, WrittenMove } from '../../lib/protocol'
import { PASS } from '../written'
import { gameText } from './texts'

/** The question to a player when it is not their turn: a discard that they may pon. */
export function question(view: View): string | undefined {
  const { phase, discard } = view as SevenBridgeView
  return phase === 'claim' && discard ? gameText('table.ask', { card: cardText(discard) }) : undefined
}

/** Whoever has passed for the hand passes every pon. */
export function premove(view: View, premoves: readonly string[]): WrittenMove | null {
  return view.phase === 'claim' && premoves.includes('pass') ? PASS : null
}
