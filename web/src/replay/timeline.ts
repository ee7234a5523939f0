/** The moves of a round as a timeline: its moments, the segments that they make, and the ways along it. */
import type { Event, ReplayMoment } from '../lib/protocol'

/** A trick or a turn, or all moves before the first trick; `result` is the end of the round. */
export interface Segment {
  kind: 'before' | 'trick' | 'turn' | 'result'
  /** The number of the trick or turn. */
  number: number
  /** The indices of its first and its last moment. */
  from: number
  to: number
  /** Who took the trick, or whose turn it was. */
  seat: number | null
}

/** Who made the move that a moment shows; null for a deal, for chance, and for the result. */
export function moverOf({ events }: Pick<ReplayMoment, 'events'>): number | null {
  return events.findLast(({ kind }) => kind === 'move')?.seat ?? null
}

/** Of the last moment only the end of the round, and what comes with it. */
const ENDS = (events: readonly Event[]) => {
  const at = events.findIndex(({ kind }) => kind === 'round')
  return at < 0 ? events.length : at
}

/** The moments at which something happened, and those from which the viewer's own move follows. */
function eventful(moments: readonly ReplayMoment[], viewer: number | null): ReplayMoment[] {
  return moments.filter((moment, i) => {
    const next = moments[i + 1]
    if (i === 0 || moment.events.length > 0) return true
    return moment.decision && next !== undefined && viewer !== null && moverOf(next) === viewer
  })
}

/**
 * The moments of a round as they are shown one by one. What passed by itself, such as one more card that is dealt, is
 * no moment of its own. The last move and the result are one moment to the server; here the move is seen first, on a
 * table that has not ended yet.
 */
export function inSteps(all: readonly ReplayMoment[], viewer: number | null): ReplayMoment[] {
  const moments = eventful(all, viewer)
  const [before, last] = moments.slice(-2)
  if (!before || !last || last.standing.result === null) return moments
  const end = ENDS(last.events)
  const move: ReplayMoment = {
    ...last,
    view: { ...last.view, phase: before.view.phase, acting: [], result_lines: [] },
    standing: { ...before.standing, result: null },
    events: last.events.slice(0, end),
  }
  const result = { ...last, at: last.at + 1, events: last.events.slice(end), decision: false }
  return [...moments.slice(0, -1), move, result]
}

/** Whether this is the moment of the result. */
export const isResult = ({ standing, events }: ReplayMoment) =>
  standing.result !== null && moverOf({ events }) === null

const has = ({ events }: ReplayMoment, ...kinds: string[]) => events.some(({ kind }) => kinds.includes(kind))

/** Whether a moment ends a trick or, in a game without tricks, a turn. */
function closes(moment: ReplayMoment, turnEnd: string | null): boolean {
  if (has(moment, 'trick', 'passed')) return true
  return turnEnd !== null && moment.events.some(({ kind, action }) => kind === 'move' && action === turnEnd)
}

/** The moments cut into tricks; in a game without any, into turns. The first moment, the deal, is in none. */
export function segmentsOf(moments: readonly ReplayMoment[], turnEnd: string | null): Segment[] {
  const hasTricks = moments.some((moment) => has(moment, 'trick', 'passed'))
  const ends = (i: number) => {
    if (hasTricks || turnEnd !== null) return closes(moments[i]!, turnEnd)
    const next = moments[i + 1]
    return next === undefined || moverOf(next) !== moverOf(moments[i]!)
  }
  const first = hasTricks ? firstPlay(moments) : 1
  const segments: Segment[] = []
  const add = (kind: Segment['kind'], from: number, to: number, seat: number | null) => {
    const number = segments.filter((segment) => segment.kind === kind).length + 1
    if (to >= from) segments.push({ kind, number, from, to, seat })
  }
  const result = moments.findIndex(isResult)
  const end = result < 0 ? moments.length : result
  add('before', 1, Math.min(first, end) - 1, null)
  let from = first
  for (let i = first; i < end; i++) {
    if (!ends(i) && i + 1 < end) continue
    const taken = moments[i]!.events.find(({ kind }) => kind === 'trick')
    add(hasTricks ? 'trick' : 'turn', from, i, hasTricks ? (taken?.seat ?? null) : moverOf(moments[i]!))
    from = i + 1
  }
  if (result > 0) add('result', result, result, null)
  return segments
}

/** The moment of the first card that is played to a trick. */
function firstPlay(moments: readonly ReplayMoment[]): number {
  const at = moments.findIndex(({ events }) =>
    events.some(({ kind, action }) => kind === 'move' && action === 'play'),
  )
  return at < 0 ? 1 : Math.max(1, at)
}

/** The segment of a moment; undefined for the deal. */
export function segmentAt(segments: readonly Segment[], index: number): Segment | undefined {
  return segments.find(({ from, to }) => from <= index && index <= to)
}

/** The end of the trick before, or the deal. */
export function trickBack(segments: readonly Segment[], index: number): number {
  return segments.findLast(({ to }) => to < index)?.to ?? 0
}

/** The end of this trick, or of the next one. */
export function trickForward(segments: readonly Segment[], index: number): number {
  return segments.find(({ to }) => to > index)?.to ?? index
}

/** Whether a seat decides something at this moment: it could do several things, and its move comes next. */
function decidesAt(moments: readonly ReplayMoment[], index: number, seat: number | null): boolean {
  const next = moments[index + 1]
  return seat !== null && next !== undefined && moments[index]!.decision && moverOf(next) === seat
}

/** The next moment at which a seat decides something, or with `by` -1 the one before; null where there is none. */
export function decisionFrom(
  moments: readonly ReplayMoment[],
  index: number,
  seat: number | null,
  by: 1 | -1 = 1,
): number | null {
  for (let i = index + by; i >= 0 && i < moments.length; i += by) if (decidesAt(moments, i, seat)) return i
  return null
}

/** The index of the moment after `at` steps, or of the last one told before that. */
export function indexOf(moments: readonly ReplayMoment[], at: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.at <= at),
  )
}

/** The moment before the first card of the first trick: from then on, cards only go. Null in a game without tricks. */
export function cardsOnlyGoFrom(segments: readonly Segment[]): number | null {
  const first = segments.find(({ kind }) => kind === 'trick')
  return first ? first.from - 1 : null
}
