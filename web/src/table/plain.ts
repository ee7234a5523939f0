import type { Pile, View } from '../lib/protocol'
import { seatName, type Around } from './seats'
import { cardsText, withSigns } from './sentences'

/** A field of a view as the plain table writes it. */
export interface Field {
  name: string
  text: string
}

/** The fields that every view has; the plain table draws them itself. */
const BASE = [
  'game',
  'seat',
  'acting',
  'phase',
  'hand',
  'hand_sizes',
  'leader',
  'table',
  'verb',
  'result_lines',
]

/** Fields whose number is a seat. */
const SEATS = ['dealer', 'player', 'taker', 'winner']

/** A game's own fields, each in a line of text. Fields that say nothing just now are left out. */
export function fieldsOf(view: View, around: Around): Field[] {
  return Object.entries(view)
    .filter(([name]) => !BASE.includes(name))
    .map(([name, value]) => ({ name, text: fieldText(name, value, around) }))
    .filter(({ text }) => text !== '')
}

function fieldText(name: string, value: unknown, around: Around): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return listText(value, around)
  if (typeof value === 'number' && SEATS.includes(name)) return seatName(value, around)
  if (isPile(value)) return pileText(value, around)
  return withSigns(String(value))
}

function listText(values: unknown[], around: Around): string {
  if (values.every(isPile)) return values.map((pile) => pileText(pile, around)).join(' · ')
  if (values.every((value) => typeof value === 'string')) return withSigns(values.join(' '))
  return values.map((value, seat) => `${seatName(seat, around)} ${String(value)}`).join(' · ')
}

function isPile(value: unknown): value is Pile {
  return typeof value === 'object' && value !== null && 'cards' in value
}

function pileText({ seat, cards }: Pile, around: Around): string {
  return seat === null ? cardsText(cards) : `${seatName(seat, around)} ${cardsText(cards)}`
}
