import type { Seat, TableInfo } from '../lib/protocol'
import { botName, type FaceName } from '../lib/people/people'
import { family, t } from '../lib/i18n/index.svelte'

/** Where a seat is, as on a compass: the viewer is at the bottom, in the south. */
export type Compass = 'south' | 'west' | 'north' | 'east'

/** Where the seats are, by their number, in the order of play, where play goes to the left. */
const COMPASS: Record<number, readonly Compass[]> = {
  2: ['south', 'north'],
  3: ['south', 'west', 'east'],
  4: ['south', 'west', 'north', 'east'],
}

const NAMES = family('table.seat', ['south', 'west', 'north', 'east'])

/** A table as one of its players sees it, or a spectator, for whom `viewer` is null. */
export interface SeatingView {
  players: number
  viewer: number | null
  /** The seat at the bottom, where it is not the viewer's. */
  from?: number | null
  /** Play goes to the right. */
  toRight?: boolean
  /** The face of each seat. */
  faces?: readonly FaceName[]
  /** Who sits at each seat, with the names of people and whether they are connected. */
  people?: TableInfo['seats']
  /** The time that players have, where there are clocks. */
  clocks?: TableInfo['clocks']
  /** The level of each bot, null for a person, and whether the bots that search are ready. */
  levels?: readonly (string | null)[]
  search?: TableInfo['search']
}

/** The seat at the bottom; for a spectator seat 0. */
const bottomOf = ({ viewer, from }: SeatingView) => from ?? viewer ?? 0

/** Where a seat is; null where there are more than four. */
export function compassOf(seat: number, seating: SeatingView): Compass | null {
  const { players, toRight } = seating
  const steps = (seat - bottomOf(seating) + players) % players
  return COMPASS[players]?.[toRight ? (players - steps) % players : steps] ?? null
}

export const isPerson = ({ bot, free }: Seat): boolean => bot === null && !free

/** What a seat is called. */
export function seatName(seat: number, seating: SeatingView): string {
  if (seat === seating.viewer) return t('table.seat.you')
  const { people = [] } = seating
  const person = people[seat]
  const unnamed = people.filter((one) => isPerson(one) && one.name === null)
  // several without a name, as in a round from a file, are called by where they sit
  if (person && isPerson(person) && (person.name !== null || unnamed.length < 2))
    return person.name ?? t('table.seat.guest')
  const face = seating.faces?.[seat]
  if (face) return botName(face)
  return compassName(seat, seating) ?? t('table.seat.number', { number: seat + 1 })
}

/** Where a seat is, as a word; null where there are more than four. */
export function compassName(seat: number, seating: SeatingView): string | null {
  const compass = compassOf(seat, seating)
  return compass && t(NAMES[compass])
}

/** All seats in the order of play, from the one at the bottom. */
export function seatsFrom(seating: SeatingView): number[] {
  const { players } = seating
  return Array.from({ length: players }, (_, i) => (bottomOf(seating) + i) % players)
}

/** The other seats as they sit, from left to right; for a spectator all. */
export function opponents(seating: SeatingView): number[] {
  const others = seatsFrom(seating).filter((seat) => seat !== (seating.from ?? seating.viewer))
  return seating.toRight ? others.toReversed() : others
}
