import { cardText } from '../../lib/cards/names'
import { family, list, t } from '../../lib/i18n/index.svelte'
import type { LockSevenView, NamedPart, Row } from '../../lib/protocol'
import { gameText } from './texts'

const KINDS = family('table.kind', ['pair', 'tractor', 'throw'])

/** From the highest card to the lowest: "K♠–Q♠". */
function fromTo(cards: readonly string[]): string {
  return `${cardText(cards[0]!)}–${cardText(cards.at(-1)!)}`
}

/** A part in running text: "A♠", "pair 9♥", "tractor K♠–Q♠". */
function partText({ kind, cards }: NamedPart): string {
  if (kind === 'single') return cardText(cards[0]!)
  if (kind === 'pair') return gameText('table.part.pair', { card: cardText(cards[0]!) })
  return gameText('table.part.tractor', { cards: fromTo(cards) })
}

/** What kind of play was led; undefined for a single card, and before the lead. */
export function kindOf([led]: readonly NamedPart[]): string | undefined {
  return led && led.kind !== 'single' ? gameText(KINDS[led.kind as keyof typeof KINDS]) : undefined
}

const PLACES = family('table.place', ['single', 'pair', 'tractor'])

/** What the player's empty place in the trick waits for; null where nothing is asked of them. */
export function placeText({ led, acting, seat, follow }: LockSevenView): string | null {
  const [whole] = led
  if (!whole) return seat !== null && acting.includes(seat) ? gameText('table.place.lead') : null
  // whoever has no pair or tractor of the suit follows with as many cards (LS-7.2)
  const has = { single: true, pair: follow?.pairs, tractor: follow?.tractors.length }[whole.kind]
  if (!has) return gameText('table.place.cards', { count: whole.cards.length })
  return gameText(PLACES[whole.kind as keyof typeof PLACES])
}

/** More parts or cards than this are counted, not named. */
const NAMED = 4

/** The name of a play that is a pair or a tractor of the hand; null for any other play. */
export function setText(rows: readonly Row[], cards: readonly string[]): string | null {
  const set = rows.flatMap(({ sets }) => sets).find((set) => cards.every((card) => set.includes(card)))
  if (!set || cards.length === 0) return null
  const ranked = set.filter((card) => cards.includes(card))
  const from = set.indexOf(ranked[0]!)
  const together = set.slice(from, from + cards.length).join() === ranked.join()
  if (!together) return null
  return playText(ranked, [{ kind: ranked.length === 2 ? 'pair' : 'tractor', cards: ranked }])
}

/** The text of the button that plays these cards. A throw is the first part, before the parts it has. */
export function playText(cards: readonly string[], [whole, ...parts]: readonly NamedPart[]): string {
  if (whole?.kind === 'throw' && parts.length <= NAMED)
    return gameText('table.throw', { parts: list(parts.map(partText)) })
  if (whole?.kind === 'throw') return gameText('table.throw_cards', { count: cards.length })
  if (whole?.kind === 'pair') return gameText('table.pair', { card: cardText(whole.cards[0]!) })
  if (whole?.kind === 'tractor') return gameText('table.tractor', { cards: fromTo(whole.cards) })
  if (cards.length <= NAMED) return t('table.play', { card: cards.map(cardText).join(' ') })
  return gameText('table.play_cards', { count: cards.length })
}
