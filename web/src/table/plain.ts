/** What the plain table reads from a view. It knows nothing of the game but the names of the fields. */

import { CARD, suitText, type Suit } from '../lib/cards/names'
import { gt, hasGameText, number, t } from '../lib/i18n/index.svelte'
import type { Pile, View } from '../lib/protocol'
import type { TrickView } from './frames'
import { seatName } from './seats'
import type { Scene } from './scene'

/** A field of a view: cards, a text, or both; both are empty where it says nothing just now. */
export interface Field {
  name: string
  text: string
  cards: readonly string[]
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

/**
 * Words for a seat. A number is a seat if the last word of its field's name is one, as in `next_dealer`. `host` is a
 * role in a game's rules; a view does not say who opened the table.
 */
const SEAT_WORDS = ['dealer', 'first', 'host', 'leader', 'partner', 'player', 'taker', 'winner']

/** Whether this is the view of a game of tricks: such a view has the last trick. */
export function hasTricks(view: View): boolean {
  return 'last_trick' in view
}

function ownFields(view: View): [string, unknown][] {
  const drawn: readonly string[] = [...Object.keys(COMMON), ...(hasTricks(view) ? OF_TRICKS : [])]
  return Object.entries(view).filter(([name]) => !drawn.includes(name))
}

const isSeat = (name: string): boolean => SEAT_WORDS.includes(name.split('_').at(-1)!)

const isNumbers = (value: unknown, players: number): value is number[] =>
  Array.isArray(value) && value.length === players && value.every((one) => typeof one === 'number')

/** The fields that have a number for each seat, with the number of this seat. */
export function seatFields(view: View, seat: number): { name: string; value: number }[] {
  return ownFields(view).flatMap(([name, value]) =>
    isNumbers(value, view.hand_sizes.length) ? [{ name, value: value[seat]! }] : [],
  )
}

/** The other fields, which are about the round. Fields that say nothing just now are left out. */
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
  if (typeof value === 'number') return words(isSeat(name) ? seatName(value, scene) : number(value))
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
