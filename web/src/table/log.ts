import type { Event } from '../lib/protocol'

/** The moves up to the end of a trick or turn. `taker` is null for a turn, and for a trick nobody takes. */
export interface LogPart {
  moves: Event[]
  taker: number | null
}

/**
 * The moves of a round, trick by trick; where a game has no tricks, turn by turn. Chance moves after a trick
 * are listed with the next one.
 */
export function logOf(events: readonly Event[], turnEnd: string | null = null): LogPart[] {
  const parts: LogPart[] = []
  let moves: Event[] = []
  const close = (taker: number | null) => {
    parts.push({ moves, taker })
    moves = []
  }
  for (const event of standing(events)) {
    if (event.kind === 'move' || event.kind === 'chance') moves.push(event)
    if (event.kind === 'trick' || event.kind === 'passed') close(event.seat)
    if (event.kind === 'move' && event.action === turnEnd) close(null)
  }
  if (moves.length > 0) close(null)
  return parts
}

/** The number of each trick, by the version of the event that led it. */
export function tricksBegun(events: readonly Event[]): Map<number, number> {
  const begun = new Map<number, number>()
  let open = false
  for (const { kind, action, version } of standing(events)) {
    if (kind === 'trick') open = false
    if (kind !== 'move' || action !== 'play' || open) continue
    open = true
    begun.set(version, begun.size + 1)
  }
  return begun
}

/** The events without the moves that were taken back, and without what came after those. */
export function standing(events: readonly Event[]): Event[] {
  const kept: Event[] = []
  for (const event of events) {
    if (event.kind !== 'take_back') {
      kept.push(event)
      continue
    }
    for (let moves = event.count ?? 0; moves > 0 && kept.length > 0;)
      if (kept.pop()!.kind === 'move') moves -= 1
  }
  return kept
}
