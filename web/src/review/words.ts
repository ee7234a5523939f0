/** What a review says of a decision. */
import { family, gt, hasGameText, t } from '../lib/i18n/index.svelte'
import type { EvaluationInfo, Reason, WrittenMove } from '../lib/protocol'
import { segmentText } from '../replay/place'
import type { Scene } from '../table/scene'
import { seatName } from '../table/seats'
import { cardsText, moveText, reasonTexts } from '../table/sentences'
import { PLAY } from '../table/written'
import type { Choice } from './choices'

const WHAT = family('review.what', ['lead', 'play', 'chosen'])

/** Whose decisions are told: one's own are "yours". */
const whose = (scene: Scene, seat: number) => ({ you: seat === scene.viewer, seat: seatName(seat, scene) })

/** The kind of a decision, in the game's own words. */
function kindText({ scene, judged }: Choice): string {
  const { kind, phase } = judged
  const key = [`decision.${kind}`, `phase.${phase}`].find((key) => hasGameText(scene.game, key))
  return key ? gt(scene.game, key) : ''
}

/** Where it was: "Trick 6 · your lead", "Turn 3 · Discarding", "The widow". */
export function headingText(choice: Choice, seat: number): string {
  const { segment, turn, scene } = choice
  const values = { ...whose(scene, seat), turn: turn ?? 0 }
  const what = turn === null ? kindText(choice) : t(turn === 1 ? 'review.lead' : 'review.turn', values)
  const where = segment?.kind === 'trick' || segment?.kind === 'turn' ? segmentText(segment) : ''
  return [where, what].filter(Boolean).join(' · ')
}

/** The cards of a move that says nothing but its cards. */
const onlyCards = ({ kind, cards, arg }: WrittenMove) =>
  kind === PLAY && arg === null && cards.length > 0 ? cardsText(cards) : null

/** What was done, and what was better; or, of what was well judged, than what it was better. */
export function whatText({ judged, scene, turn }: Choice, seat: number): string {
  const { played, other } = judged
  const found = judged.is_well_evaluated
  const values = { ...whose(scene, seat), found }
  const cards = [onlyCards(played), onlyCards(other)]
  if (cards[0] !== null && cards[1] !== null)
    return t(turn === 1 ? WHAT.lead : WHAT.play, { ...values, played: cards[0]!, other: cards[1]! })
  const own = `judged.${played.kind}`
  if (played.kind === other.kind && hasGameText(scene.game, own))
    return gt(scene.game, own, {
      ...values,
      played: cardsText(played.cards),
      other: cardsText(other.cards),
    })
  return t(WHAT.chosen, { ...values, played: moveText(scene, played), other: moveText(scene, other) })
}

/** What speaks for the better of the two. */
const whyOf = (judged: EvaluationInfo): Reason | null =>
  judged.is_well_evaluated ? judged.reason_played : judged.why

/** Why it was better, as the server says it to whoever sits there; empty where it says nothing. */
export function whyText({ judged, scene }: Choice, seat: number): string {
  const [why] = reasonTexts(scene, { reason: whyOf(judged) })
  if (!why) return ''
  return seat === scene.viewer ? why : t('review.told', { why })
}

/** A move by its cards, or by its name. */
const named = (scene: Scene, move: WrittenMove) => onlyCards(move) ?? moveText(scene, move)

/** What was done, and the question what to do now. */
export function questionText({ judged, scene }: Choice, seat: number): string {
  const cards = onlyCards(judged.played)
  const values = { you: seat === scene.viewer, move: cards ?? moveText(scene, judged.played) }
  return cards === null ? t('review.try.chosen', values) : t('review.try.played', values)
}

/** The better of the two moves. */
export const bestText = ({ judged, scene }: Choice) =>
  named(scene, judged.is_loss ? judged.other : judged.played)

/** The move that was better than the one made; of two of a kind, the cards say all. */
export function betterText(scene: Scene, { played, other }: EvaluationInfo): string {
  const alike = played.kind === other.kind && other.cards.length > 0 && other.arg === null
  return alike ? cardsText(other.cards) : moveText(scene, other)
}
