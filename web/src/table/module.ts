import type { Component } from 'svelte'
import type { Event, View } from '../lib/protocol'
import type { FrameMaker } from './frames'
import type { TableSession } from './session.svelte'

/** What the page must know of a game to draw its table and to speak of it. The page loads it once and hands it down. */
export interface TableModule {
  Table: Component<{ session: TableSession }>
  /** The pictures that lead from one view to the next. */
  frames: FrameMaker
  /** Play goes to the right. */
  toRight: boolean
  /** What a move that is more than its cards is called; null for one that is not. */
  moveName: (move: string) => string | null
  /** The sentence of an event that this game tells in its own way; null for one that needs none. */
  sentence: (event: Event, you: boolean, seat: string) => string | null | undefined
  /** The last move of a turn; a line of the log holds a turn where a game has no tricks. */
  endsTurn: (move: string) => boolean
  /** What asks the player to act, null for nothing; undefined where "your turn" is all there is to say. */
  question: (view: View, premoves: readonly string[]) => string | null | undefined
  /** The move that the player's premoves make now; null where they are to be asked. */
  premove: (view: View, premoves: readonly string[]) => string | null
}
