/** Where a seat is, seen from the one who looks: he is at the bottom, play goes clockwise to his left. */
export type Place =
  | 'south'
  | 'west'
  | 'north'
  | 'east'
  | 'northwest'
  | 'northeast'
  | 'southwest'
  | 'southeast'

const PLACES: Record<number, readonly Place[]> = {
  2: ['south', 'north'],
  3: ['south', 'west', 'east'],
  4: ['south', 'west', 'north', 'east'],
  5: ['south', 'west', 'northwest', 'northeast', 'east'],
  6: ['south', 'southwest', 'northwest', 'north', 'northeast', 'southeast'],
  7: ['south', 'southwest', 'west', 'northwest', 'northeast', 'east', 'southeast'],
}

/** The place of a seat; a spectator looks from seat 0. */
export function placeOf(seat: number, players: number, viewer: number | null): Place {
  const steps = (seat - (viewer ?? 0) + players) % players
  return PLACES[players]?.[steps] ?? 'north'
}

/** The other seats in the order of play, the viewer's left neighbour first. */
export function othersOf(players: number, viewer: number | null): number[] {
  const from = viewer ?? 0
  const others = Array.from({ length: players - 1 }, (_, i) => (from + 1 + i) % players)
  return viewer === null ? [from, ...others] : others
}
