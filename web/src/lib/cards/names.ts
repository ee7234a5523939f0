import { family, t } from '../i18n/index.svelte'

export const SUITS = ['S', 'H', 'D', 'C'] as const
export type Suit = (typeof SUITS)[number]

/** Every card in a text in notation. */
export const CARD = /\b(?:[2-9TJQKA][SHDC]|RJ|BJ|JK)\b/g

/** The sign of each suit. */
export const SUIT_SYMBOLS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' }

const SUIT_NAMES = family('suit', ['S', 'H', 'D', 'C'])
const RANK_NAMES = family('rank', ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'])
const JOKER_NAMES = family('joker', ['RJ', 'BJ', 'JK'])

/** A star, hollow for the lower of two jokers. An only joker's star differs by an invisible character. */
const JOKER_MARKS: Record<string, string> = { JK: '★\ufe0e', RJ: '★', BJ: '☆' }

/** The suit of a card in notation; null for a joker. */
export function suitOf(card: string): Suit | null {
  return card in JOKER_MARKS ? null : (card[1] as Suit)
}

/** What stands in the corner of a card: `Q`, `10`, the star of a joker. */
export function rankMark(card: string): string {
  return JOKER_MARKS[card] ?? (card[0] === 'T' ? '10' : card[0]!)
}

/** A suit in words. */
export function suitName(suit: Suit): string {
  return t(SUIT_NAMES[suit])
}

/** A suit in sign and word: "♥ hearts". */
export function suitText(suit: Suit): string {
  return `${SUIT_SYMBOLS[suit]} ${suitName(suit)}`
}

/** A rank in words: "queen". */
export function rankName(rank: string): string {
  return t(RANK_NAMES[rank as keyof typeof RANK_NAMES])
}

/** A card in words: "queen of hearts". */
export function cardName(card: string): string {
  if (card in JOKER_NAMES) return t(JOKER_NAMES[card as keyof typeof JOKER_NAMES])
  return t('card.name', { rank: rankName(card[0]!), suit: suitName(card[1] as Suit) })
}

/** A card in signs: "Q♥", "★", and "?" for one that is not to be seen. */
export function cardText(card: string): string {
  return rankMark(card) + (SUIT_SYMBOLS[suitOf(card)!] ?? '')
}

/** The card for each text in signs: "Q♥" gives `QH`. */
export const BY_SIGNS = Object.fromEntries(
  [
    ...Object.keys(JOKER_MARKS),
    ...SUITS.flatMap((suit) => Object.keys(RANK_NAMES).map((rank) => rank + suit)),
  ].map((card) => [cardText(card), card]),
)
