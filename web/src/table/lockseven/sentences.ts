import { CARD, cardText, suitOf, suitText, type Suit } from '../../lib/cards/names'
import { family, list, t } from '../../lib/i18n/index.svelte'
import type { Event, NamedPart } from '../../lib/protocol'

const cardsIn = (move: string) => (move.match(CARD) ?? []).map(cardText).join(' ')

const JOKERS = family('table.lockseven.jokers', ['RJ', 'BJ'])

/** The pair of an anti-call: "7♠ 7♠", "both red jokers". */
function pairIn(move: string): string {
  const card = move.split(' ')[1]!
  return card in JOKERS ? t(JOKERS[card as keyof typeof JOKERS]) : cardsIn(move)
}

/** A move that is not a play, as a button or a hint calls it. */
export function moveName(move: string): string | null {
  const [word, suit] = move.split(' ')
  switch (word) {
    case 'call':
      return t('table.lockseven.call', { suit: suitText(suit as Suit) })
    case 'wait':
      return t('table.lockseven.wait')
    case 'bury':
      return t('table.lockseven.bury_cards', { cards: cardsIn(move) })
    case 'anti':
      return t('table.lockseven.anti', { cards: pairIn(move) })
    case 'pass':
      return t('table.lockseven.pass')
    case 'concede':
      return t('table.lockseven.concede')
    case 'solo':
      return t('table.lockseven.solo')
    case 'hide':
      return t('table.lockseven.hide')
    default:
      return null
  }
}

/** The sentence of an event that no other game tells so; null where the next event tells it. */
export function sentence(event: Event, you: boolean, seat: string): string | null | undefined {
  if (event.kind === 'deal') return t('table.lockseven.told.deal', { you, seat, count: event.count ?? 0 })
  if (event.kind !== 'move' || !event.move) return undefined
  const told = { you, seat, cards: cardsIn(event.move) }
  switch (event.move.split(' ')[0]) {
    case 'call':
    case 'wait':
    case 'concede':
    case 'solo':
      return null
    case 'bury':
      return t('table.lockseven.told.bury', { ...told, count: event.move.split(' ').length - 1 })
    case 'anti':
      return t('table.lockseven.told.anti', { ...told, cards: pairIn(event.move) })
    case 'pass':
      return t('table.lockseven.told.pass', told)
    case 'hide':
      return t('table.lockseven.told.hide')
    default:
      return undefined
  }
}

/** A card with its suit first, as parts are named: "♠K". */
function short(card: string): string {
  const text = cardText(card)
  return suitOf(card) ? text.slice(-1) + text.slice(0, -1) : text
}

/** From the highest card to the lowest: "♠K-Q", "♥7-♠A". */
function fromTo(cards: readonly string[]): string {
  const [high, low] = [cards[0]!, cards.at(-1)!]
  const last = suitOf(high) === suitOf(low) && suitOf(low) ? short(low).slice(1) : short(low)
  return `${short(high)}-${last}`
}

/** A part in running text: "♠A", "pair ♥9", "tractor ♠K-Q". */
function partText({ kind, cards }: NamedPart): string {
  if (kind === 'single') return short(cards[0]!)
  if (kind === 'pair') return t('table.lockseven.part.pair', { card: short(cards[0]!) })
  return t('table.lockseven.part.tractor', { cards: fromTo(cards) })
}

/** More parts or cards than this are counted. */
const NAMED = 4

/** What the button says that plays these cards, which fall into these parts. */
export function playText(cards: readonly string[], parts: readonly NamedPart[], thrown: boolean): string {
  const [first] = parts
  if (thrown && parts.length <= NAMED) return t('table.lockseven.throw', { parts: list(parts.map(partText)) })
  if (thrown) return t('table.lockseven.throw_cards', { count: cards.length })
  if (parts.length === 1 && first!.kind === 'pair')
    return t('table.lockseven.pair', { card: short(first!.cards[0]!) })
  if (parts.length === 1 && first!.kind === 'tractor')
    return t('table.lockseven.tractor', { cards: fromTo(first!.cards) })
  if (cards.length <= NAMED) return t('table.play', { card: cards.map(cardText).join(' ') })
  return t('table.lockseven.play_cards', { count: cards.length })
}
