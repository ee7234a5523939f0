/** The decisions of a review on the round that they belong to. */
import type { EvaluationInfo, Pile, Replay, ReplayMoment, View } from '../lib/protocol'
import { indexOf, inSteps, segmentAt, segmentsOf, type Segment } from '../replay/timeline'
import type { TrickView } from '../table/frames'
import { hasTricks } from '../table/hasTricks'
import type { TableModule } from '../table/module'
import { sceneOf, type Scene } from '../table/scene'
import { cardIn, PLAY } from '../table/written'

/** A round as the seat that is reviewed knew it. */
export interface SeatRound {
  replay: Replay
  module: TableModule
  seat: number
  moments: readonly ReplayMoment[]
  segments: readonly Segment[]
}

/** A round from the side of a seat. */
export function seatRound(replay: Replay, module: TableModule): SeatRound {
  const moments = inSteps(replay.moments, replay.viewer)
  return { replay, module, seat: replay.viewer!, moments, segments: segmentsOf(moments, module.turnEnd) }
}

/** A decision where it was made. */
export interface Choice {
  judged: EvaluationInfo
  /** The moment after the move. */
  index: number
  segment: Segment | undefined
  /** What the seat saw when it decided. */
  view: View
  scene: Scene
  /** The move to a trick: 1 for the lead; null for any other move. */
  turn: number | null
  /** The cards of the trick in the end; none where there is no trick. */
  trick: readonly Pile[]
}

/** The segment in which a decision was made that came after so many steps; undefined for the deal. */
export function segmentAfter({ moments, segments }: SeatRound, at: number): Segment | undefined {
  return segmentAt(segments, indexOf(moments, at) + 1)
}

/** Where a decision was made. */
export function choiceOf(round: SeatRound, judged: EvaluationInfo): Choice {
  const { replay, module, moments, segments, seat } = round
  const before = indexOf(moments, judged.at)
  const index = Math.min(before + 1, moments.length - 1)
  const { view } = moments[before]!
  const segment = segmentAt(segments, index)
  const played = judged.kind === PLAY && hasTricks(view)
  return {
    judged,
    index,
    segment,
    view,
    scene: sceneOf(replay.table, seat === replay.you ? seat : null, () => view, module),
    turn: played ? view.table.length + 1 : null,
    trick: played && segment?.kind === 'trick' ? trickAt(moments[segment.to]!.view as TrickView, seat) : [],
  }
}

/** The whole trick where the seat's card lies; the trick that the round ended in is still on the table. */
function trickAt({ table, last_trick }: TrickView, seat: number): readonly Pile[] {
  return [last_trick, table].find((piles) => piles.some((pile) => pile.seat === seat)) ?? []
}

/** A card of the picture of a decision. */
export interface Pictured {
  card: string
  /** It is the seat's own, and was played. */
  mine: boolean
  /** How many more cards were played with it. */
  more: number
}

/** The most cards that a picture has. */
const MOST = 5

/** A decision in small: the trick, or the cards of the move, or the hand. */
export function pictureOf({ judged, trick, view }: Choice, seat: number): Pictured[] {
  if (trick.length > 0)
    return trick.map(({ seat: by, cards }) => ({
      card: cards[0]!,
      mine: by === seat,
      more: cards.length - 1,
    }))
  const plain = (cards: readonly string[], mine: boolean) => {
    const shown = cards.map(cardIn).slice(0, MOST)
    return shown.map((card, i) => ({
      card,
      mine,
      more: i === shown.length - 1 ? cards.length - shown.length : 0,
    }))
  }
  if (judged.played.cards.length > 0) return plain(judged.played.cards, true)
  return plain(judged.other.cards.length > 0 ? judged.other.cards : view.hand.slice(0, 3), false)
}
