import type { Suit } from '../lib/cards/names'
import type { WrittenMove } from '../lib/protocol'

/** What a button of the bar does. */
export interface Action {
  label: string
  run: () => void
  /** A way out, such as a pass: never in gold. */
  quiet?: boolean
  /** The suit that the button names: the suit is drawn, and the label is for screen readers. */
  suit?: Suit
  /** What stands below the suit, such as how many of its cards the player holds. */
  note?: string
  /** The suit cannot be named yet: the button sets a premove. */
  ahead?: boolean
  /** The button is disabled, and keeps its place. */
  off?: boolean
  /** Whether the premove of this button is set; a second press takes it back. */
  pressed?: boolean
  /** The move that it makes, so that a hint can point at it. */
  move?: WrittenMove
}

/** The button that makes a move at once. */
export function moveAction(
  session: { play: (move: WrittenMove) => void },
  move: WrittenMove,
  label: string,
): Action {
  return { label, move, run: () => session.play(move) }
}
