import { CARD, cardText, suitText, type Suit } from '../../lib/cards/names'
import { t } from '../../lib/i18n/index.svelte'
import type { Event } from '../../lib/protocol'

/** A bid, two cards put away, or the joker led in a leaster, as a button or a hint calls it. */
export function moveName(move: string): string | null {
  const [word, suit] = move.split(' ')
  if (word === 'pass') return t('table.trump7.pass')
  if (word === 'take') return t('table.trump7.take', { suit: suitText(suit as Suit) })
  if (word === 'discard') return t('table.trump7.put_away', { cards: cardsIn(move) })
  if (word === 'JK' && suit) return t('table.trump7.call', { suit: suitText(suit as Suit) })
  return null
}

/** The sentence of an event that no other game tells so; null where the next event tells it. */
export function sentence(event: Event, you: boolean, seat: string): string | null | undefined {
  if (event.kind === 'deal') return t('table.trump7.deal', { you, seat, count: event.count ?? 0 })
  if (event.kind !== 'move' || !event.move) return undefined
  const [word, suit] = event.move.split(' ')
  if (word === 'pass') return t('table.trump7.passes', { you, seat })
  if (word === 'take') return null
  if (word === 'discard') return t('table.trump7.discards', { you, seat, cards: cardsIn(event.move) })
  if (word === 'JK' && suit) return t('table.trump7.calls', { you, seat, suit: suitText(suit as Suit) })
  return undefined
}

function cardsIn(move: string): string {
  return (move.match(CARD) ?? []).map(cardText).join(' ')
}
