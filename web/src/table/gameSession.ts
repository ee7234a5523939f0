import type { Witness } from '../fairness/witness'
import type { NamedPart, TakeBackOffer, View, WrittenMove } from '../lib/protocol'
import type { Action } from './action'
import type { Measure } from './outcome'
import type { Moment, Scene } from './scene'
import type { TableState } from './state'
import type { Surroundings } from './surroundings'

/** What a game's components see of a table. */
interface Seen {
  /** All that the server has told; null until it has. */
  readonly state: TableState | null
  /** What the eye is shown; it may lag behind `state` while cards travel. */
  readonly shown: View | null
  readonly scene: Scene
  /** What is staged just now, until the next thing happens. */
  readonly moment: Moment | null
  /** What was said last, for the eye. */
  readonly caption: string
  /** What the number that decides the round is measured by; null where it has none. */
  readonly measure: Measure | null
  /** Others sit at the table, or watch it, or may come. */
  readonly inCompany: boolean
  /** What this page remembers of the deals, to check them; null at a table that is no real one. */
  readonly witness: Witness | null
  /** When a claim must have been sent so that it comes in time, by `performance.now()`. */
  readonly claimsEnd: number
}

/** The cards that the player has chosen, and what can be done with them. */
interface Choosing {
  /** The ids of the cards chosen. */
  readonly chosen: readonly string[]
  /** The moves that the chosen cards make; with none chosen, those that take no cards. */
  readonly offers: readonly WrittenMove[]
  /** The cards that may be added to those chosen; null while the server has not said. */
  readonly addable: readonly string[] | null
  /** The parts that the chosen cards form, such as pairs; empty while the server has not said. */
  readonly parts: readonly NamedPart[]
  /** The ids of the cards chosen and of those that may be added. */
  playable(addable?: readonly string[]): Set<string>
  /** Choose these cards; with `ask` the server is asked what they can be used for. */
  choose(ids: readonly string[], ask?: boolean): void
  toggle(id: string, ask?: boolean): void
  /** Clear the choice, and close the refusal or hint that is shown. */
  clear(): void
}

/** The player's turn, and what they may do. */
interface Acting {
  /** The seat is to act, no move is on its way, and the newest view is the one shown. */
  readonly canAct: boolean
  /** The move that was sent and has no answer yet. */
  readonly pending: WrittenMove | null
  /** The move that is kept until the line is back. */
  readonly kept: WrittenMove | null
  /** The pass that is made for the player; null elsewhere. */
  readonly forced: WrittenMove | null
  /** What the player has decided before they are asked, in the game's own words, until the next deal. */
  readonly premoves: readonly string[]
  /** What the player may do about their last move; null where there is nothing to say. */
  readonly takeBack: TakeBackOffer | null
  play(move: WrittenMove): void
  /** Replace the premoves. If they answer a question that is open, that move is made at once. */
  setPremoves(premoves: readonly string[]): void
  /** A card was tapped that cannot be played now, as it is not this player's turn: say so. */
  refuseTurn(): void
  askHint(): void
  /** Take back the last move, or ask the others whether it may be, or say why it cannot. */
  askBack(): void
  nextRound(): void
  /** Ask for a rematch with everybody; `draw` draws the seats anew. `table.rematch` names the new table. */
  askRematch(draw: boolean): void
  /** Say something that is no event, for ear and eye. */
  tell(text: string): void
}

/** What the bar above a lesson or a position for practice says. */
export interface Heading {
  title: string
  status: string
  /** Less needed: on a narrow screen it gives way to the trump. */
  aside: string
}

/** How a lesson, a position for practice or a replay differs from a table that is played. */
interface Guided {
  /** What stands around a table that is only looked at; null for one that is played. */
  readonly around: Surroundings | null
  /** What the bar above the table says in place of the game and its round; null at a table that is played. */
  readonly heading: Heading | null
  /** Actions in place of those that the game offers; null where the game's are shown. */
  readonly overridingActions: readonly Action[] | null
  /** A lesson leads on: nothing else can be done. */
  readonly leadsOn: boolean
  /** What a lesson does not show yet, such as `roles`. */
  readonly hides: readonly string[]
  /** The last trick lies there until the next begins: in a lesson, until the learner goes on. */
  readonly keepsTrick: boolean
  /** A hint can be asked for, but for one reason: at a board everybody plays alike. */
  readonly hinting: boolean
  /** A hint can be asked for; not in practice, where the player is to find the best move, nor at a board. */
  readonly givesHints: boolean
  /** A first tap on a card only lifts it, whatever was tapped with: the answer in practice is final. */
  readonly confirms: boolean
  /** A first tap has lifted a card, and the player may not know what a second one does. */
  teachesLifting: boolean
}

/**
 * The session at a table, as the components that draw it may use it. What stands around the table, such as
 * talk and the state of the line, uses `TableSession`.
 */
export interface GameSession extends Seen, Choosing, Acting, Guided {}
