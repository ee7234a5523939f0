/** A thread as it is drawn: how wide its segments are, where its head is, and what lies under a finger. */
import type { Segment } from './timeline'

/** A segment of more moves than this is drawn whole, and is no wider. */
export const MOST = 16

export const weight = ({ from, to }: Segment): number => Math.min(to - from + 1, MOST)

/** Where the head is, in parts of the whole: behind the cell of the moment. */
export function headAt(segments: readonly Segment[], index: number): number {
  const total = segments.reduce((sum, segment) => sum + weight(segment), 0)
  let before = 0
  for (const segment of segments) {
    if (index > segment.to) before += weight(segment)
    else if (index >= segment.from)
      before += (weight(segment) * (index - segment.from + 1)) / (segment.to - segment.from + 1)
  }
  return total === 0 ? 0 : before / total
}

/** The moment whose end lies nearest to a place on the screen; at the very beginning it is `first`. */
export function momentNear(
  x: number,
  track: Element,
  cells: readonly Element[],
  segments: readonly Segment[],
  first: number,
): number {
  let [best, least] = [first, Math.abs(x - track.getBoundingClientRect().left)]
  segments.forEach(({ from, to }, i) => {
    const { left, width } = cells[i]!.getBoundingClientRect()
    for (let index = from; index <= to; index++) {
      const distance = Math.abs(x - (left + (width * (index - from + 1)) / (to - from + 1)))
      if (distance < least) [best, least] = [index, distance]
    }
  })
  return best
}
