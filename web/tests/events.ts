import type { Event } from '../src/lib/protocol'

/** An event with what a test is about; all else is empty. */
export function event(about: Pick<Event, 'kind'> & Partial<Event>): Event {
  return { version: 1, seat: null, move: null, cards: [], count: null, suit: null, scores: [], ...about }
}
