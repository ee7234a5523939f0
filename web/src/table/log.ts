import type { Event } from '../lib/protocol'

/** One entry of the log in notation; the seat is null for chance. */
export interface LogLine {
  seat: number | null
  move: string
}

/** The lines up to the end of a trick or turn; nobody takes one that passes, or what is played without tricks. */
export interface LogPart {
  lines: LogLine[]
  taker: number | null
}

/** The moves of a round, trick by trick. What chance does after a trick stands with the next one. */
export function logOf(
  events: readonly Event[],
  endsTurn: (move: string) => boolean = () => false,
): LogPart[] {
  const parts: LogPart[] = []
  let open: LogPart = { lines: [], taker: null }
  for (const { kind, seat = null, move } of events) {
    if ((kind === 'move' || kind === 'chance') && move) {
      open.lines.push({ seat: kind === 'chance' ? null : seat, move })
      if (!endsTurn(move)) continue
      parts.push(open)
      open = { lines: [], taker: null }
    } else if (kind === 'trick' || kind === 'passed') {
      parts.push({ ...open, taker: seat })
      open = { lines: [], taker: null }
    }
  }
  return open.lines.length > 0 ? [...parts, open] : parts
}
