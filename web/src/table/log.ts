import type { Event } from '../lib/protocol'

/** One entry of the log in notation; the seat is null for chance. */
export interface LogLine {
  seat: number | null
  move: string
}

/** The lines up to a trick that somebody took; in a game without tricks, and at the end, there is no taker. */
export interface LogPart {
  lines: LogLine[]
  taker: number | null
}

/** The moves of a round, trick by trick. What chance does after a trick stands with the next one. */
export function logOf(events: readonly Event[]): LogPart[] {
  const parts: LogPart[] = []
  let open: LogPart = { lines: [], taker: null }
  for (const { kind, seat = null, move } of events) {
    if ((kind === 'move' || kind === 'chance') && move) {
      open.lines.push({ seat: kind === 'chance' ? null : seat, move })
    } else if (kind === 'trick') {
      parts.push({ ...open, taker: seat })
      open = { lines: [], taker: null }
    }
  }
  return open.lines.length > 0 ? [...parts, open] : parts
}
