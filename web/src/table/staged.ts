/** The moments of a round that are staged: what a plate says of them, and who and what is lit up. */
import type { Suit } from '../lib/cards/names'
import type { Event } from '../lib/protocol'
import { sentence, type Scene } from './sentences'

export interface Moment {
  /** The kind of the event that it is. */
  kind: string
  /** Empty for a deal, which is seen and needs no words. */
  text: string
  seat: number | null
  /** A suit that holds from now on. */
  suit: Suit | null
  cards: readonly string[]
}

/** Whether an event is staged; a game says which of its own are. */
export type Staged = (event: Event) => boolean

/** Events of these kinds are staged. */
export function kinds(...staged: string[]): Staged {
  return ({ kind }) => staged.includes(kind)
}

/** The newest of these events that is staged; null where none is. */
export function momentIn(scene: Scene, events: readonly Event[], staged: Staged): Moment | null {
  const event = events.findLast((event) => event.kind === 'deal' || staged(event))
  if (!event) return null
  const { kind, seat, cards } = event
  const text = kind === 'deal' ? '' : (sentence(scene, event) ?? '')
  return { kind, text, seat, suit: event.suit as Suit | null, cards }
}
