import type { Pile, View } from '../../lib/protocol'

/** What a seat sees of a round of Lockup: the fields of `LockupView` in games/lockup/notation.py. */
export interface LockupView extends View {
  tricks: number[]
  tricks_left: number
  locked: number[]
  lost: number[]
  lost_cards: string[]
  last_trick: Pile[]
  taker: number | null
}
