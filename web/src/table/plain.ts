/** What the plain table reads from a view of which it knows nothing but the names of its fields. */

import { CARD, suitText, type Suit } from '../lib/cards/names'
import { gt, hasGameText, number, t } from '../lib/i18n/index.svelte'
import type { Pile, View } from '../lib/protocol'
import { seatName } from './seats'
import type { Scene } from './sentences'

/** A field of a view: cards, a text, or both; nothing of either where it says nothing just now. */
export interface Field {
  name: string
  text: string
  cards: readonly string[]
}

/** The fields that the table draws itself: those of every view, and of a game of tricks. */
const DRAWN = [
  'game',
  'seat',
  'acting',
  'phase',
  'hand',
  'hand_sizes',
  'leader',
  'table',
  'last_trick',
  'winning',
  'taker',
  'verb',
  'result_lines',
]

/** Fields whose number is a seat. */
const SEATS = ['dealer', 'first', 'host', 'known_partner', 'partner', 'player', 'winner']

/** A view of a game of tricks, which says what the last trick was. */
export function hasTricks(view: View): boolean {
  return 'last_trick' in view
}

function ownFields(view: View): [string, unknown][] {
  return Object.entries(view).filter(([name]) => !DRAWN.includes(name))
}

const isNumbers = (value: unknown, players: number): value is number[] =>
  Array.isArray(value) && value.length === players && value.every((one) => typeof one === 'number')

/** What is said of the seats: a number each. */
export function seatFields(view: View, seat: number): { name: string; value: number }[] {
  return ownFields(view).flatMap(([name, value]) =>
    isNumbers(value, view.hand_sizes.length) ? [{ name, value: value[seat]! }] : [],
  )
}

/** What is said of the round. Fields that say nothing just now are left out. */
export function roundFields(view: View, scene: Scene): Field[] {
  return ownFields(view)
    .filter(([, value]) => !isNumbers(value, view.hand_sizes.length))
    .flatMap(([name, value]) => fieldOf(name, value, scene))
    .filter(({ text, cards }) => text !== '' || cards.length > 0)
}

function fieldOf(name: string, value: unknown, scene: Scene): Field[] {
  const words = (text: string): Field[] => [{ name, text, cards: [] }]
  if (isCards(value)) return [{ name, text: '', cards: value }]
  if (Array.isArray(value) && value.every(isPile))
    return value.map(({ seat, cards }) => ({ name, text: seat === null ? '' : seatName(seat, scene), cards }))
  if (typeof value === 'number') return words(SEATS.includes(name) ? seatName(value, scene) : number(value))
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
