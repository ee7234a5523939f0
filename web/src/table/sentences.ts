import { BY_SIGNS, CARD, cardName, cardText, suitName, suitText, type Suit } from '../lib/cards/names'
import { family, gt, hasGameText, names, number, sentences, t } from '../lib/i18n/index.svelte'
import type { Values } from '../lib/i18n/messages'
import type { Decided, Event, Hint, Pile, ResultLine, WrittenMove } from '../lib/protocol'
import type { Scene } from './scene'
import { seatName } from './seats'

/** Cards in signs: "10♥ K♥", "joker for 6♥". A card that is not to be seen is a question mark. */
export function cardsText(cards: readonly string[]): string {
  return cards.map(writtenText).join(' ')
}

/** A card as it is written in a move or a meld. */
export function writtenText(card: string): string {
  const [name, standsFor] = card.split('=')
  if (standsFor) return t('table.joker_as', { card: cardText(standsFor) })
  return cardText(name!)
}

/** Text in notation with its cards in signs. */
export function withSigns(text: string): string {
  return text.replace(CARD, cardText)
}

const SIGNS = `(?:${Object.keys(BY_SIGNS).join('|')})`
const CARDS = new RegExp(`([（(「]?)(${SIGNS})([.,:;!?。、：，！？…）)」]*)`)

/** A piece of a sentence: text, and the card after it with the bracket and the full stop that stay with it. */
interface Part {
  said: string
  open: string
  card: string | undefined
  stop: string
}

/** A sentence cut at its cards: "Mei plays ", TH and the full stop that stays with it. */
export function partsOf(text: string): Part[] {
  const cut = text.split(CARDS)
  const parts = []
  while (cut.length > 0) {
    const [said = '', open = '', signs = '', stop = ''] = cut.splice(0, 4)
    parts.push({ said, open, card: BY_SIGNS[signs], stop })
  }
  return parts
}

const MANY_CARDS = new RegExp(`((?:${SIGNS} ){3})(?:${SIGNS} ){3,}(${SIGNS})`, 'g')

/** A sentence shortened: of seven cards or more, only the first three and the last. */
export function inShort(text: string): string {
  return text.replace(MANY_CARDS, '$1… $2')
}

/** A sentence as it is read out: cards by their names, and no sign beside the name of a suit. */
export function spoken(text: string): string {
  const named = partsOf(text).map(
    ({ said, open, card, stop }) => said + (card ? open + cardName(card) + stop : ''),
  )
  return named.join('').replace(/[♠♥♦♣] /g, '')
}

/** The values for the sentences of a move: its cards, their number, the first one, and the suit named. */
function moveValues({ lowFirst }: Scene, cards: readonly string[], arg: string | null): Values {
  return {
    cards: cardsText(lowFirst ? cards.toReversed() : cards),
    count: cards.length,
    first: cards[0] ?? 'none',
    arg: arg ?? 'none',
    suit: isSuit(arg) ? suitText(arg) : '',
  }
}

const isSuit = (text: string | null): text is Suit => text !== null && /^[SHDC]$/.test(text)

/** A move as a button or a hint calls it: in the game's own words, or as its cards. */
export function moveText(scene: Scene, move: WrittenMove): string {
  const named = scene.naming?.(move)
  if (named) return named
  const { text, kind, cards, arg } = move
  const key = `move.${kind}`
  return hasGameText(scene.game, key)
    ? gt(scene.game, key, moveValues(scene, cards, arg))
    : cardsText(cards) || withSigns(text)
}

const COMMON = family('table.event', ['deal', 'round', 'take_back'])

/** The sentence of one event, null for an event that needs none. */
export function sentence(scene: Scene, event: Event): string | null {
  const { kind, cards = [], count, suit, scores = [] } = event
  const actor = {
    you: event.seat === scene.viewer && event.seat !== null,
    seat: event.seat == null ? '' : seatName(event.seat, scene),
  }
  if (kind === 'move') return moveSentence(scene, event, actor)
  const values: Values = {
    ...actor,
    unit: scene.unit,
    cards: cardsText(cards),
    count: count ?? 0,
    suit: suit ? suitName(suit as Suit) : '',
    scores: scoresText(scene, scores),
  }
  const key = `event.${kind}`
  if (hasGameText(scene.game, key)) return gt(scene.game, key, values) || null
  return kind in COMMON ? t(COMMON[kind as keyof typeof COMMON], values) : null
}

/** The game's own sentence, or a general one. Null for a named move without one: its effects are told. */
function moveSentence(scene: Scene, event: Event, actor: Values): string | null {
  const { action, cards, arg } = event
  const values = { ...actor, ...moveValues(scene, cards, arg) }
  if (hasGameText(scene.game, `log.${action}`)) return gt(scene.game, `log.${action}`, values) || null
  if (action !== 'play' && hasGameText(scene.game, `move.${action}`)) return null
  return t('table.event.move', { ...values, cards: cardsText(cards) || withSigns(event.move ?? '') })
}

/** A line of the result of a round. */
export function resultText(scene: Scene, line: ResultLine): string {
  return gt(scene.game, line.key, lineValues(scene, line))
}

/** The seats that a line of the result is about, the viewer's first. */
function seatsOfLine(scene: Scene, { seat, seats }: ResultLine): number[] {
  const all = seat === null ? seats : [seat, ...seats]
  return all.toSorted((one, other) => Number(other === scene.viewer) - Number(one === scene.viewer))
}

/** The values for the texts of a line of the result. */
export function lineValues(scene: Scene, line: ResultLine): Values {
  const { seat, cards, points, times, count } = line
  const seats = seatsOfLine(scene, line)
  return {
    you: scene.viewer !== null && seats.includes(scene.viewer),
    seat: seat === null ? '' : seatName(seat, scene),
    names: names(seats.map((one) => seatName(one, scene))),
    cards: cardsText(cards),
    points: points ?? 0,
    times: times ?? 0,
    count: count ?? 0,
  }
}

/** The moment that decided a round. */
export function decidedText(scene: Scene, { code, seat, other, cards, count }: Decided): string {
  const isViewer = (who: number | null) => who !== null && who === scene.viewer
  const nameOf = (who: number | null) => (who === null ? '' : seatName(who, scene))
  return gt(scene.game, `decided.${code}`, {
    you: isViewer(seat),
    seat: nameOf(seat),
    for_you: isViewer(other),
    other: nameOf(other),
    cards: cardsText(cards),
    count: count ?? 0,
  })
}

/** Points by seat: "You 4, West 3". */
export function scoresText(scene: Scene, scores: readonly number[]): string {
  return scores
    .map((score, seat) => t('table.points.seat', { seat: seatName(seat, scene), score: number(score) }))
    .join(t('list.comma'))
}

/** Events that begin a line of their own, even after a trick. */
const SEPARATE = ['deal', 'move', 'round', 'take_back']

/**
 * What happened, a line for each event. The card that completes a trick, the trick and all that it brings
 * share one line.
 */
export function narrate(scene: Scene, events: readonly Event[]): string[] {
  const lines: string[] = []
  let joins = false
  events.forEach((event, i) => {
    const said = sentence(scene, event)
    if (said === null) return
    joins &&= !SEPARATE.includes(event.kind)
    if (joins) lines.push(sentences(lines.pop()!, said))
    else lines.push(said)
    joins ||= event.kind === 'trick' || completesTrick(events, i)
  })
  return lines
}

/** What happened, a line for each event, for the eye: the card that completed a trick is seen on the table. */
export function narrateSeen(scene: Scene, events: readonly Event[]): string[] {
  return narrate(
    scene,
    events.filter((_, i) => !completesTrick(events, i)),
  )
}

/** The last line of that. */
export function captionOf(scene: Scene, events: readonly Event[]): string | null {
  return narrateSeen(scene, events).at(-1) ?? null
}

function completesTrick(events: readonly Event[], i: number): boolean {
  return events[i]!.kind === 'move' && events[i + 1]?.kind === 'trick'
}

/** The last trick: who played what, and who took it. */
export function lastTrickText(scene: Scene, piles: readonly Pile[], taker: number | null): string {
  const plays = piles.map(({ seat, cards }) =>
    t('table.trick.card', { seat: seat === null ? '' : seatName(seat, scene), card: cardsText(cards) }),
  )
  if (taker === null) return plays.join('. ')
  const taken = t('table.log.taker', { you: taker === scene.viewer, seat: seatName(taker, scene) })
  return [...plays, taken].join('. ')
}

const COMMON_VIOLATIONS = family('table.violation', ['over', 'not_your_turn', 'malformed', 'not_held'])

/** Why a move was refused, in a sentence. `move` is its text. */
export function violationText(
  { game, unit }: Pick<Scene, 'game' | 'unit'>,
  violation: string,
  values: Record<string, string>,
  move = '',
): string {
  const cards = cardsText(move.match(CARD) ?? [])
  const said: Values = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(value)]),
  )
  return violation in COMMON_VIOLATIONS
    ? t(COMMON_VIOLATIONS[violation as keyof typeof COMMON_VIOLATIONS], {
        unit,
        move: cards || move || t('table.violation.that'),
        ...said,
      })
    : gt(game, `violation.${violation}`, said)
}

/** A hint in sentences: the move, why, and what others would cost. */
export function hintTexts(scene: Scene, hint: Hint): string[] {
  const is = t('table.hint.is', { move: moveText(scene, hint.move) })
  return [is, ...reasonTexts(scene, hint), ...lossTexts(scene, hint)]
}

/** Why a move is hinted at. */
export function reasonTexts({ game }: Scene, { reason }: Pick<Hint, 'reason'>): string[] {
  if (reason === null) return []
  const { code, count, suit } = reason
  const values = { count: count ?? 0, suit: suit ? suitName(suit as Suit) : '' }
  return [gt(game, `reason.${code}`, values)]
}

/** What other moves would cost. */
export function lossTexts(scene: Scene, { others }: Hint): string[] {
  return others.map(({ move, by }) => costText(scene, move, by))
}

/** What a move would lose against the best one, rounded: to tenths below 10 points, else to whole points. */
export function costText(scene: Scene, move: WrittenMove, by: number): string {
  const loss = by < 10 ? Math.max(0.1, Math.round(by * 10) / 10) : Math.round(by)
  return gt(scene.game, 'reason.loss', { move: moveText(scene, move), loss })
}

function valueText(value: string): string {
  return /^[SHDC]$/.test(value) ? suitName(value as Suit) : withSigns(value)
}

/** Whether a violation is the number of a rule in the rule book. */
export function isRule(violation: string): boolean {
  return !(violation in COMMON_VIOLATIONS)
}
