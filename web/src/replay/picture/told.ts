/** What a picture of a moment tells, to people who were not there: nobody in it is "you". */
import { gt, number, sentences, signed, t } from '../../lib/i18n/index.svelte'
import type { Pile, View } from '../../lib/protocol'
import type { TrickView } from '../../table/frames'
import { outcomeOf } from '../../table/outcome'
import type { Scene } from '../../table/scene'
import { compassOf, seatName, type Compass } from '../../table/seats'
import { inShort, narrate } from '../../table/sentences'
import { sceneForOthers } from '../momentText'
import { placeText } from '../place'
import type { Replaying } from '../replaying.svelte'
import { bySuit } from '../handRows'
import { sideOf } from '../views.svelte'

export interface ToldSeat {
  name: string
  face: string | null
  /** Null where there are more than four. */
  compass: Compass | null
  cards: number
}

/** What lies on the table; `piles` is what was played to a trick. */
export type Lying =
  | { kind: 'trick'; piles: readonly Pile[]; winner: number | null }
  | { kind: 'spread'; discard: string | null; stock: number | null; melds: readonly Pile[] }
  | {
      kind: 'result'
      headline: string
      why: string
      whose: string
      figure: string
      points: readonly string[]
      winners: readonly number[]
    }

export interface Told {
  game: string
  title: string
  place: string
  /** Whose cards are seen, and their face. */
  view: string
  viewFace: string | null
  sentence: string
  /** By seat. */
  seats: readonly ToldSeat[]
  lying: Lying
  /** The hands that are seen, by seat: all of them, or one. */
  hands: readonly { seat: number; cards: readonly string[] }[]
}

export function toldOf(round: Replaying): Told {
  const { session, moment, replay } = round
  const scene = sceneForOthers(session.scene)
  const side = sideOf(replay)
  const seats = Array.from({ length: scene.players }, (_, seat) => ({
    name: seatName(seat, scene),
    face: scene.faces?.[seat] ?? null,
    compass: compassOf(seat, scene),
    cards: moment.view.hand_sizes[seat]!,
  }))
  const [views, faced] =
    typeof side === 'number'
      ? [t('replay.view.of', { seat: seats[side]!.name }), seats[side]!.face]
      : [round.sideText(side, true), null]
  return {
    game: scene.game,
    title: gt(scene.game, 'name'),
    place: [
      t('table.plain.status', { unit: scene.unit, round: replay.round }),
      placeText(round.moments, round.segments, round.index),
    ].join(' · '),
    view: views,
    viewFace: faced,
    sentence: round.ended ? '' : inShort(sentences('', ...narrate(scene, moment.events))),
    seats,
    lying: lyingOf(round, scene),
    hands: handsOf(round),
  }
}

function lyingOf({ session, moment, ended }: Replaying, scene: Scene): Lying {
  const view = moment.view as View & Partial<TrickView> & { discard?: string | null; stock?: number }
  if (ended) {
    const { standing } = moment
    const { headline, why, whose, figure, write, winners } = outcomeOf(session.state!, scene, session.measure)
    const points = standing.scores.map((total, seat) =>
      standing.over ? number(total) : signed(standing.result?.[seat] ?? 0),
    )
    return {
      kind: 'result',
      headline,
      why,
      whose,
      figure: figure === null ? '' : write(figure),
      points,
      winners,
    }
  }
  const { last_trick: last } = view
  if (last === undefined)
    return { kind: 'spread', discard: view.discard ?? null, stock: view.stock ?? null, melds: view.table }
  if (view.table.length > 0) return { kind: 'trick', piles: view.table, winner: view.winning ?? null }
  return { kind: 'trick', piles: last, winner: view.taker ?? null }
}

/** No other hand than those of the side that is seen. */
function handsOf({ moment, replay, permanentTrump, ended }: Replaying): Told['hands'] {
  if (ended) return []
  const hands = replay.open ? (moment.hands ?? []) : replay.viewer === null ? [] : [moment.view.hand]
  return hands.flatMap((cards, i) =>
    cards.length > 0
      ? [{ seat: replay.open ? i : replay.viewer!, cards: bySuit(cards, permanentTrump) }]
      : [],
  )
}
