/** The moments of a round that are staged: what a plate says of them, and who and what is lit up. */
import type { Suit } from '../lib/cards/names'
import { sentences } from '../lib/i18n/index.svelte'
import type { Event } from '../lib/protocol'
import type { Moment, Scene } from './scene'
import { sentence } from './sentences'

/** Whether an event is staged; a game says which of its own are. Of moves the server says it. */
export type Staged = (event: Event) => boolean

/** Events of these kinds are staged. */
export function kinds(...staged: string[]): Staged {
  return ({ kind }) => staged.includes(kind)
}

/** The newest of these events that is staged, with all that are of its kind; null where none is. */
export function momentIn(scene: Scene, events: readonly Event[], staged: Staged): Moment | null {
  const found = events.filter((event) => event.kind === 'deal' || event.manner === 'staged' || staged(event))
  const newest = found.at(-1)
  if (!newest) return null
  const { kind, suit, cards } = newest
  const alike = found.filter((event) => event.kind === kind)
  const text = kind === 'deal' ? '' : sentences(...alike.map((event) => sentence(scene, event) ?? ''))
  const seats = [...new Set(alike.flatMap(({ seat }) => seat ?? []))]
  return { kind, text, seats, suit: suit as Suit | null, cards }
}
