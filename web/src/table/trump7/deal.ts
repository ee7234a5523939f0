/** What the table reads from the view and the events of a deal of Trump 7. */

import { suitOf, type Suit } from '../../lib/cards/names'
import type { Event, Trump7View } from '../../lib/protocol'

/** The trump suit; null before it is named and in a leaster. */
export function trumpOf(view: Trump7View): Suit | null {
  return view.trump as Suit | null
}

/** The seats that have passed. */
export function passedSeats(events: readonly Event[]): (number | null)[] {
  return events.filter(({ kind, move }) => kind === 'move' && move === 'pass').map(({ seat }) => seat)
}

/** The suit that the trick on the table asks for; null where none is asked for yet (T7-4.4, T7-5.3). */
export function suitLed(view: Trump7View, events: readonly Event[]): Suit | null {
  const card = view.table[0]?.cards[0]
  if (card === undefined) return null
  return suitOf(card) ?? trumpOf(view) ?? suitCalled(events)
}

function suitCalled(events: readonly Event[]): Suit | null {
  const led = events.findLast(({ kind, move }) => kind === 'move' && move?.startsWith('JK '))
  return (led?.move?.split(' ')[1] as Suit | undefined) ?? null
}

/** The points in the tricks of the Player, and of the two defenders together. */
export function sides({ player, points }: Trump7View): { player: number; partners: number } {
  const all = points.reduce((sum, each) => sum + each, 0)
  const own = player === null ? 0 : points[player]!
  return { player: own, partners: all - own }
}

/** The rule that each outcome of a deal comes from. */
const RULES: Record<string, string> = {
  all_tricks: 'T7-6.1',
  at_least_81: 'T7-6.1',
  at_least_60: 'T7-6.1',
  at_least_40: 'T7-6.1',
  under_40: 'T7-6.1',
  no_trick: 'T7-6.1',
  leaster_all_tricks: 'T7-7.1',
  leaster_no_trick: 'T7-7.2',
  leaster_fewest: 'T7-7.3',
}

/** How the deal came out, and the rule that says so. */
export function outcomeOf(events: readonly Event[]): { event: Event; rule: string } | null {
  const event = events.findLast(({ kind }) => kind in RULES)
  return event ? { event, rule: RULES[event.kind]! } : null
}
