/** Results as faces on a line. Equal ones stand on one another, and so do those that have no room side by side. */

export interface Axis {
  from: number
  to: number
  /** Where the line has a mark and a number, from its one end to the other. */
  ticks: readonly number[]
}

const STEPS = [1, 2, 5]

/** The smallest step of 1, 2 or 5 times a power of ten that crosses a span in so many steps. */
function stepFor(span: number, most: number): number {
  for (let size = 1; ; size *= 10)
    for (const step of STEPS) if (span / (step * size) <= most) return step * size
}

/** A line with whole numbers that holds these results. It begins at zero rather than below it, where nobody is there. */
export function axisOf(results: readonly number[], most = 6): Axis {
  const [least, best] = [Math.min(...results), Math.max(...results)]
  const step = stepFor(best - least, most - 3)
  const below = (Math.ceil(least / step) - 1) * step
  const from = least >= 0 ? Math.max(0, below) : below
  const to = (Math.floor(best / step) + 1) * step
  const count = Math.round((to - from) / step) + 1
  return { from, to, ticks: Array.from({ length: count }, (_, i) => from + i * step) }
}

/** Where a result is on a line, as a share of its length. */
export const placeOn = ({ from, to }: Axis, result: number) => (result - from) / (to - from)

/** Something on a line, `x` px from its beginning, in a row counted from the line on. */
export type Placed<One> = One & { x: number; row: number }

/** Stand what is on a line of this length, each thing `wide` px, in the first row that has room for it. */
export function placed<One extends { result: number }>(
  all: readonly One[],
  axis: Axis,
  length: number,
  wide: (one: One) => number,
): Placed<One>[] {
  const done: (Placed<One> & { half: number })[] = []
  for (const one of all) {
    const [x, half] = [placeOn(axis, one.result) * length, wide(one) / 2]
    const near = done.filter((other) => Math.abs(other.x - x) < half + other.half)
    const row = [...near.keys(), near.length].find((row) => near.every((other) => other.row !== row))!
    done.push({ ...one, x, row, half })
  }
  return done
}
