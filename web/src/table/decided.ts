/** What the games read from the events of a round, to tell the moment that decided it. */
import type { Event } from '../lib/protocol'
import { standing } from './log'
import { seatName } from './seats'
import { cardsText, type Scene } from './sentences'

/** A trick that was taken: by whom, with which of their cards, and for how many points. */
export interface Taking {
  version: number
  seat: number
  cards: readonly string[]
  points: number
}

/** The tricks of a round, in their order. */
export function takings(events: readonly Event[]): Taking[] {
  const plays = new Map<number, readonly string[]>()
  const taken: Taking[] = []
  for (const { kind, seat, cards, version, count } of standing(events)) {
    if (seat === null) continue
    if (kind === 'move') plays.set(seat, cards)
    if (kind === 'trick') taken.push({ version, seat, cards: plays.get(seat) ?? [], points: count ?? 0 })
  }
  return taken
}

/** The trick that brought most points, the first of several; null where none brought any. */
export function dearest(events: readonly Event[]): Taking | null {
  const [most] = takings(events).toSorted((one, other) => other.points - one.points)
  return most && most.points > 0 ? most : null
}

/** What a sentence on a trick that was taken needs. */
export function takenText({ seat, cards, points: count }: Taking, scene: Scene) {
  return { you: seat === scene.viewer, seat: seatName(seat, scene), cards: cardsText(cards), count }
}
