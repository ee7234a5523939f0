/** How a round went for a seat, as a line: what could be expected after the deal, at each decision, and the end. */
import type { EvaluationInfo, ReviewState } from '../lib/protocol'
import type { SeatRound } from './choices'
import { indexOf } from '../replay/timeline'

/** A point of the line, in the units of the picture. */
export interface Point {
  x: number
  y: number
}

/** A decision on the line. */
interface Mark extends Point {
  judged: EvaluationInfo
  /** What the move made was value: below it, where it lost something. */
  drop: number | null
}

export interface Drawn {
  points: Point[]
  marks: Mark[]
  /** The values of the lines across, each with its height. */
  levels: { value: number; y: number }[]
  /** The segments of the round that are named below, with where they begin. */
  names: { text: string; x: number }[]
  end: Point
}

/** Where the line may be. */
export interface Frame {
  left: number
  right: number
  top: number
  bottom: number
}

/** About so many lines across. */
const LEVELS = 5
/** A name below the line takes so much room. */
const NAME_WIDTH = 30

/** A round step between the lines across: 1, 2 or 5 times a power of ten. */
export function stepFor(size: number): number {
  const rough = Math.max(size, 1e-9) / (LEVELS - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * [1, 2, 5, 10].find((step) => step * power >= rough - 1e-9)!
}

/** The lines across that hold all values. */
export function levelsOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = stepFor(high - low || 1)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toFixed(6)))
}

/**
 * The line of a review. Where fewer points are better, less is higher: the line falls where something was lost.
 */
export function drawnCurve(
  { curve, decisions, moments, well_evaluated }: ReviewState,
  round: SeatRound,
  frame: Frame,
  lowestWins: boolean,
): Drawn {
  const values = levelsOf(curve.map(({ expected }) => expected).concat(decisions.map(({ value }) => value)))
  const [low, high] = [values[0]!, values.at(-1)!]
  const y = (value: number) => {
    const share = (value - low) / (high - low)
    return frame.bottom - (frame.bottom - frame.top) * (lowestWins ? 1 - share : share)
  }
  const last = round.moments.length - 1
  const xOf = (index: number) => frame.left + ((frame.right - frame.left) * Math.min(index, last)) / last
  const at = new Map(decisions.map((judged) => [judged.at, judged]))
  const points: Point[] = []
  curve.forEach(({ at: steps, expected }, i) => {
    const end = i === curve.length - 1 && !at.has(steps)
    const x = xOf(end ? last : indexOf(round.moments, steps))
    points.push({ x, y: y(expected) })
    const judged = at.get(steps)
    if (judged?.is_loss && i > 0) points.push({ x, y: y(judged.value) })
  })
  const marks = [...moments, ...well_evaluated].flatMap((index) => {
    const judged = decisions[index]
    if (!judged) return []
    const x = xOf(indexOf(round.moments, judged.at))
    return { judged, x, y: y(judged.expected), drop: judged.is_loss ? y(judged.value) : null }
  })
  const told = round.segments.filter(({ kind }) => kind === 'trick' || kind === 'turn')
  const every = Math.ceil((told.length * NAME_WIDTH) / (frame.right - frame.left))
  return {
    points,
    marks,
    levels: values.map((value) => ({ value, y: y(value) })),
    names: told
      .filter((_, i) => i % every === 0)
      .map(({ number, from }) => ({ text: String(number), x: xOf(from - 1) }))
      .filter(({ x }) => x < frame.right - NAME_WIDTH),
    end: points.at(-1)!,
  }
}

/** The line as a path. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
