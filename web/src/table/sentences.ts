import { CARD, cardText, suitName, type Suit } from '../lib/cards/names'
import { family, gt, hasGameText, number, t } from '../lib/i18n/index.svelte'
import type { Values } from '../lib/i18n/messages'
import type { Event } from '../lib/protocol'
import type { TableModule } from './module'
import { seatName, type Around } from './seats'

/** A table as its sentences need it. */
export interface Scene extends Around {
  game: string
  table: Pick<TableModule, 'moveName' | 'sentence' | 'toRight'>
}

/** Cards in signs: "10♥ K♥". */
export function cardsText(cards: readonly string[]): string {
  return cards.map(cardText).join(' ')
}

/** Text in notation with its cards in signs. */
export function withSigns(text: string): string {
  return text.replace(CARD, cardText)
}

const SIGNS: Record<string, Suit> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' }

/** A sentence cut at its cards, which are in notation: "Mei plays ", TH, ".". */
export function partsOf(text: string): { text: string; card: string | null }[] {
  return text
    .split(/((?:10|[2-9JQKA])[♠♥♦♣])/)
    .filter((part) => part !== '')
    .map((part) => {
      const suit = part.length < 4 ? SIGNS[part.at(-1)!] : undefined
      const card = suit && part.length > 1 ? `${part.startsWith('10') ? 'T' : part[0]}${suit}` : null
      return { text: part, card }
    })
}

/** A move as a button or a hint calls it: in the game's own words, or as its cards. */
export function moveText({ table }: Scene, move: string): string {
  return table.moveName(move) ?? withSigns(move)
}

const COMMON = family('table.event', ['deal', 'move', 'round'])

/** The sentence of one event, null for an event that needs none. */
function sentence(scene: Scene, event: Event): string | null {
  const { kind, move, cards = [], count, suit, scores = [] } = event
  const you = event.seat === scene.viewer && event.seat !== null
  const seat = event.seat == null ? '' : seatName(event.seat, scene)
  const own = scene.table.sentence(event, you, seat)
  if (own !== undefined) return own
  const values: Values = {
    game: scene.game,
    you,
    seat,
    move: withSigns(move ?? ''),
    cards: cardsText(cards),
    count: count ?? 0,
    suit: suit ? suitName(suit as Suit) : '',
    scores: scoresText(scene, scores),
  }
  if (kind in COMMON) return t(COMMON[kind as keyof typeof COMMON], values)
  const key = `event.${kind}`
  return hasGameText(scene.game, key) ? gt(scene.game, key, values) : null
}

/** Points by seat: "You 4, West 3". */
export function scoresText(scene: Scene, scores: readonly number[]): string {
  return scores
    .map((score, seat) => t('table.points.seat', { seat: seatName(seat, scene), score: number(score) }))
    .join(t('list.comma'))
}

/** Events that begin a line of their own, even after a trick. */
const SEPARATE = ['deal', 'move', 'round']

/**
 * What happened, a line for each event. A trick taken makes one line of the card that completed it, the trick
 * and all that it brought.
 */
export function narrate(scene: Scene, events: readonly Event[]): string[] {
  const lines: string[] = []
  let joins = false
  events.forEach((event, i) => {
    const completes = event.kind === 'move' && events[i + 1]?.kind === 'trick'
    const said = completes ? null : sentence(scene, event)
    if (said === null) return
    joins &&= !SEPARATE.includes(event.kind)
    if (joins) lines.push(t('table.event.join', { first: lines.pop()!, next: said }))
    else lines.push(said)
    joins ||= event.kind === 'trick'
  })
  return lines
}

const COMMON_VIOLATIONS = family('table.violation', ['over', 'not_your_turn', 'malformed', 'not_held'])

/** Why a move was refused, in a sentence. */
export function violationText(game: string, violation: string, values: Record<string, string>): string {
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)]))
  return violation in COMMON_VIOLATIONS
    ? t(COMMON_VIOLATIONS[violation as keyof typeof COMMON_VIOLATIONS], { game, ...said })
    : gt(game, `violation.${violation}`, said)
}

function valueText(value: string): string {
  return /^[SHDC]$/.test(value) ? suitName(value as Suit) : withSigns(value)
}

/** Whether a violation is a rule's number, which the rule book has. */
export function isRule(violation: string): boolean {
  return !(violation in COMMON_VIOLATIONS)
}
