/** A moment as text, for a chat: signs for the suits, no more than a chat can show. */
import { cardText, rankMark, suitOf, SUIT_SYMBOLS, SUITS } from '../lib/cards/names'
import { gt, sentences, t } from '../lib/i18n/index.svelte'
import type { Scene } from '../table/scene'
import { seatName, seatsFrom } from '../table/seats'
import { cardsText, lastTrickText, narrate } from '../table/sentences'
import type { TrickView } from '../table/frames'
import { placeText } from './place'
import type { Replaying } from './replaying.svelte'

/** A hand by suits: "♠AJ7 ♥74". */
function handText(cards: readonly string[]): string {
  const jokers = cards.filter((card) => suitOf(card) === null).map(cardText)
  const suits = SUITS.flatMap((suit) => {
    const ranks = cards.filter((card) => suitOf(card) === suit).map(rankMark)
    return ranks.length > 0 ? [`${SUIT_SYMBOLS[suit]} ${ranks.join(' ')}`] : []
  })
  return [...jokers, ...suits].join('  ')
}

/** The table of a replay as others are told of it: the same places, and everybody by name. */
export const sceneForOthers = (scene: Scene): Scene => ({
  ...scene,
  viewer: null,
  from: seatsFrom(scene)[0]!,
})

/** The table at the moment that is seen. */
export function textOf(round: Replaying): string {
  const { session, moment, replay } = round
  const scene = sceneForOthers(session.scene)
  const view = moment.view as Partial<TrickView> & typeof moment.view
  const last = view.last_trick ?? []
  const title = [
    gt(scene.game, 'name'),
    t('table.plain.status', { unit: scene.unit, round: replay.round }),
    placeText(round.moments, round.segments, round.index),
  ].join(' · ')
  const lying = view.table.length > 0 ? view.table : last
  const hands = moment.hands ?? []
  const bottom = seatsFrom(scene)[0]!
  const held = replay.open
    ? seatsFrom(scene).map((seat) => [seat, hands[seat] ?? []] as const)
    : [[replay.viewer ?? bottom, view.hand] as const]
  return [
    title,
    sentences('', ...narrate(scene, moment.events)),
    lying.length > 0 && view.last_trick !== undefined
      ? lastTrickText(scene, lying, view.table.length > 0 ? null : (view.taker ?? null))
      : lying.map(({ cards }) => cardsText(cards)).join('  '),
    ...held
      .filter(([, cards]) => cards.length > 0)
      .map(([seat, cards]) => t('table.trick.card', { seat: seatName(seat, scene), card: handText(cards) })),
  ]
    .filter(Boolean)
    .join('\n')
}
