import type { Component } from 'svelte'
import type { View, WrittenMove } from '../lib/protocol'
import type { FrameMaker } from './frames'
import type { GameSession } from './gameSession'
import type { Measure } from './outcome'
import type { MoveWriting } from './scene'
import type { Staged } from './staged'

/** What the page must know of a game to draw its table. The page loads it once and hands it down. */
export interface TableModule extends MoveWriting {
  Table: Component<{ session: GameSession }>
  /** Whether a card is a trump in every round, besides jokers. */
  permanentTrump?: (card: string) => boolean
  /** The pictures that lead from one view to the next. */
  frames: FrameMaker
  /** Moves of this kind end a turn; a line of the log holds a turn where a game has no tricks. */
  turnEnd: string | null
  /** The sentence that asks the player to act; null for none, undefined for the usual "your turn". */
  question: (view: View, premoves: readonly string[]) => string | null | undefined
  /** The moments that are staged. */
  staged: Staged
  /** What the number that decides a round is measured by; null where the round has none. */
  measure?: (view: View) => Measure | null
  /** Whether a round came to nothing: it ends with one line, and no result is waited for. */
  cameToNothing?: (view: View) => boolean
  /** Whether the time that an answer takes could give something away: every answer then takes a while. */
  secretive: (view: View) => boolean
  /** The move that the player's premoves make now; null where the player is to be asked. */
  premove: (view: View, premoves: readonly string[]) => WrittenMove | null
}
