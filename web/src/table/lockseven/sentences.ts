import { cardText, suitOf } from '../../lib/cards/names'
import { list, t } from '../../lib/i18n/index.svelte'
import type { NamedPart } from '../../lib/protocol'
import { own } from './texts'

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
  if (kind === 'pair') return own('table.part.pair', { card: short(cards[0]!) })
  return own('table.part.tractor', { cards: fromTo(cards) })
}

/** More parts or cards than this are counted. */
const NAMED = 4

/** What the button says that plays these cards, which fall into these parts. */
export function playText(cards: readonly string[], parts: readonly NamedPart[], thrown: boolean): string {
  const [first] = parts
  if (thrown && parts.length <= NAMED) return own('table.throw', { parts: list(parts.map(partText)) })
  if (thrown) return own('table.throw_cards', { count: cards.length })
  if (parts.length === 1 && first!.kind === 'pair')
    return own('table.pair', { card: short(first!.cards[0]!) })
  if (parts.length === 1 && first!.kind === 'tractor')
    return own('table.tractor', { cards: fromTo(first!.cards) })
  if (cards.length <= NAMED) return t('table.play', { card: cards.map(cardText).join(' ') })
  return own('table.play_cards', { count: cards.length })
}
