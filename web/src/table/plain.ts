/** What the plain table reads from a view. It knows nothing of the game but the names of the fields. */

import { CARD, suitText, type Suit } from '../lib/cards/names'
import { gt, hasGameText, number, t } from '../lib/i18n/index.svelte'
import type { Pile, View, WrittenMove } from '../lib/protocol'
import type { TrickView } from './frames'
import { hasTricks } from './hasTricks'
import { withIds, type Group } from './hand'
import { seatName } from './seats'
import type { Scene } from './scene'

/** A field of a view: cards, a text, or both; both are empty where it says nothing just now. */
export interface Field {
  name: string
  text: string
  cards: readonly string[]
}

/** Cards that lie on the table besides the trick or the melds, of which some may be face down. */
export interface Lying {
  cards: string[]
  backs: number
  seat: number | null
}

/** Seats that play together, what they have, and what they need; null where there is nothing to reach. */
export interface Side {
  seats: number[]
  count: number
  wanted: number | null
}

/** The fields of every view: the table draws them itself, or, like `leader`, does not show them. */
const COMMON: Record<keyof View, true> = {
  game: true,
  seat: true,
  acting: true,
  phase: true,
  hand: true,
  hand_sizes: true,
  leader: true,
  table: true,
  verb: true,
  result_lines: true,
}

/** The fields of a game of tricks that are drawn with the trick. */
const OF_TRICKS: readonly (keyof TrickView)[] = ['last_trick', 'taker', 'winning']

/** Fields that the table draws in their own way, wherever a view has them. */
const DRAWN = ['trump', 'sorted_hand']

/** The suit led need not be told where the first card of the trick shows it. */
const saysItself = (view: View, name: string, value: unknown): boolean =>
  name === 'suit_led' && view.table[0]?.cards[0]?.[1] === value

function ownFields(view: View): [string, unknown][] {
  const drawn: readonly string[] = [...Object.keys(COMMON), ...DRAWN, ...(hasTricks(view) ? OF_TRICKS : [])]
  return Object.entries(view).filter(
    ([name, value]) => !drawn.includes(name) && !saysItself(view, name, value),
  )
}

/** What a seat is besides a seat, such as the dealer, by the fields that name it. */
export function roles(view: View, seat: number, { seatFields = [] }: Scene): string[] {
  return ownFields(view)
    .filter(([name, value]) => seatFields.includes(name) && [value].flat().includes(seat))
    .map(([name]) => name)
}

/** What lies on the table besides the trick or the melds, by the names of the fields. */
export function lying(view: View): (Lying & { name: string })[] {
  return ownFields(view).flatMap(([name, value]) => (isLying(value) ? [{ name, ...value }] : []))
}

/** The fields that say what sides have; none where each plays for themselves. */
export function sidesOf(view: View): { name: string; sides: Side[] }[] {
  return ownFields(view).flatMap(([name, value]) =>
    Array.isArray(value) && value.some(isSide) ? [{ name, sides: value as Side[] }] : [],
  )
}

/** A move that says a suit or a number, or that the game has beside such; all others stay under the thumb. */
export function isBid({ kind, arg }: WrittenMove, { bids = [] }: Scene): boolean {
  return arg !== null || bids.includes(kind)
}

/** The suit that is trump, in a game that has one. */
export function trumpOf(view: View): Suit | null {
  return 'trump' in view && /^[SHDC]$/.test(String(view.trump)) ? (view.trump as Suit) : null
}

/** The hand as the game itself sorts it; null where it leaves that to the table. */
export function sortedHand(view: View, reverse: boolean): Group[] | null {
  if (!('sorted_hand' in view)) return null
  const sorted = view.sorted_hand as { suit: Suit | null; cards: string[] }[]
  const hand = withIds(sorted.flatMap(({ cards }) => cards))
  const trump = trumpOf(view)
  const groups = sorted.map(({ suit, cards }): Group => {
    const ids = hand.splice(0, cards.length)
    return { suit, trump: suit !== null && suit === trump, cards: reverse ? ids.toReversed() : ids }
  })
  return reverse ? groups.toReversed() : groups
}

const isNumbers = (value: unknown, players: number): value is (number | null)[] =>
  Array.isArray(value) &&
  value.length === players &&
  value.every((one) => one === null || typeof one === 'number')

/**
 * The fields that have a number for each seat, with the number of this seat. One that is missing is left out, and so is
 * 0, such as no trick yet, but where numbers may be missing: there it is one as others are, such as a bid.
 */
export function numbersOf(
  view: View,
  seat: number,
  { seatFields = [], gapFields = [] }: Scene,
): { name: string; value: number }[] {
  return ownFields(view).flatMap(([name, value]) => {
    if (seatFields.includes(name) || !isNumbers(value, view.hand_sizes.length)) return []
    const own = value[seat] ?? null
    return own === null || (own === 0 && !gapFields.includes(name)) ? [] : [{ name, value: own }]
  })
}

/** The other fields, which are about the round. Fields that say nothing just now are left out. */
export function roundFields(view: View, scene: Scene): Field[] {
  return ownFields(view)
    .filter(([name, value]) => !scene.seatFields?.includes(name) && !isNumbers(value, view.hand_sizes.length))
    .flatMap(([name, value]) => fieldOf(name, value, scene))
    .filter(({ text, cards }) => text !== '' || cards.length > 0)
}

function fieldOf(name: string, value: unknown, scene: Scene): Field[] {
  if (isLying(value)) return []
  const words = (text: string): Field[] => [{ name, text, cards: [] }]
  if (isCards(value)) return [{ name, text: '', cards: value }]
  if (Array.isArray(value) && value.every(isPile))
    return value.map(({ seat, cards }) => ({ name, text: seat === null ? '' : seatName(seat, scene), cards }))
  if (typeof value === 'number') return words(number(value))
  if (typeof value === 'boolean') return words(value ? t('table.plain.yes') : '')
  return typeof value === 'string' ? stringField(name, value, scene) : []
}

/** A card, a suit, or a word of the game's own, which its texts translate as `field.NAME.VALUE`. */
function stringField(name: string, value: string, { game }: Scene): Field[] {
  const key = `field.${name}.${value}`
  if (hasGameText(game, key)) return [{ name, text: gt(game, key), cards: [] }]
  if (isCards([value])) return [{ name, text: '', cards: [value] }]
  return [{ name, text: /^[SHDC]$/.test(value) ? suitText(value as Suit) : '', cards: [] }]
}

function isCards(value: unknown): value is string[] {
  const isCard = (one: unknown) => typeof one === 'string' && one.replace(CARD, '') === ''
  return Array.isArray(value) && value.every(isCard)
}

function isPile(value: unknown): value is Pile {
  return typeof value === 'object' && value !== null && 'cards' in value && 'seat' in value
}

function isLying(value: unknown): value is Lying {
  return typeof value === 'object' && value !== null && 'backs' in value && 'cards' in value
}

function isSide(value: unknown): value is Side {
  return typeof value === 'object' && value !== null && 'seats' in value && 'count' in value
}
