import { t } from '../lib/i18n/index.svelte'
import type { ReplayMoment } from '../lib/protocol'
import { segmentAt, type Segment } from './timeline'

const isMove = ({ events }: ReplayMoment) => events.some(({ kind }) => kind === 'move')

/** How many moves a segment has, up to a moment of it. */
const movesIn = (moments: readonly ReplayMoment[], { from }: Segment, to: number) =>
  Math.max(1, moments.slice(from, to + 1).filter(isMove).length)

/** Where in the round a moment is: "Trick 1, card 4 of 4". */
export function placeText(
  moments: readonly ReplayMoment[],
  segments: readonly Segment[],
  index: number,
): string {
  const segment = segmentAt(segments, index)
  if (!segment) return t('replay.place.deal')
  const values = { number: movesIn(moments, segment, index), count: movesIn(moments, segment, segment.to) }
  if (segment.kind === 'result') return t('replay.place.result')
  if (segment.kind === 'before') return t('replay.place.before', values)
  if (segment.kind === 'trick') return t('replay.place.trick', { trick: segment.number, ...values })
  return t('replay.place.turn', { turn: segment.number, ...values })
}

/** What a segment is called, without who took it. */
export function segmentText({ kind, number }: Segment): string {
  if (kind === 'before') return t('replay.segment.before')
  if (kind === 'trick') return t('table.log.trick', { number })
  if (kind === 'turn') return t('replay.segment.turn', { number })
  return t('replay.place.result')
}
