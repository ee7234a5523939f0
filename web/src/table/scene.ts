import type { Suit } from '../lib/cards/names'
import { facesOf } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import type { TableInfo, View, WrittenMove } from '../lib/protocol'
import type { SeatingView } from './seats'

/** A player says something, in a bubble beside their face. */
export interface Said {
  seat: number
  text: string
  /** A reaction, which is drawn in place of its text. */
  reaction?: string | null
}

/** Something that is staged: a plate says it, and the players and cards that it is about are lit up. */
export interface Moment {
  /** The kind of the event that it is. */
  kind: string
  /** Empty for a deal, which is seen and needs no words. */
  text: string
  /** Who it is about: several, where the same befalls several at once. */
  seats: readonly number[]
  /** A suit that holds from now on. */
  suit: Suit | null
  cards: readonly string[]
}

/** How a game writes moves. */
export interface MoveWriting {
  /** The cards of a move are told low to high; they are written high to low. */
  lowFirst: boolean
  /** The name of the player's move by what its cards form, such as a pair; null where they form nothing. */
  naming?: (view: View, move: WrittenMove) => string | null
}

/** A table as its sentences and its seats need it. */
export interface Scene extends SeatingView {
  game: string
  unit: TableInfo['unit']
  /** Which total wins. */
  bestTotal?: TableInfo['best_total']
  /** The fields of a view that hold a seat, or several. */
  seatFields?: TableInfo['seat_fields']
  /** The fields that have a number a seat, or none: 0 is a number there. */
  gapFields?: TableInfo['gap_fields']
  /** The kinds of moves that lie among the bids though they say neither a suit nor a number. */
  bids?: TableInfo['bids']
  /** The cards of a move are told low to high. */
  lowFirst?: boolean
  /** The name of the viewer's move by what its cards form, such as a pair; null where they form nothing. */
  naming?: (move: WrittenMove) => string | null
  /** What a player says just now. */
  said?: Said | null
  /** What is staged just now. */
  moment?: Moment | null
}

/** The scene of a table. `view` is read only when a move is named. */
export function sceneOf(
  table: TableInfo,
  viewer: number | null,
  view: () => View,
  writing: MoveWriting | null,
  said: Said | null = null,
  moment: Moment | null = null,
): Scene {
  return {
    game: table.game,
    unit: table.unit,
    bestTotal: table.best_total,
    seatFields: table.seat_fields,
    gapFields: table.gap_fields,
    bids: table.bids,
    players: table.players,
    toRight: table.to_right,
    viewer,
    faces: facesOf(table, preferences.face),
    people: table.seats,
    clocks: table.clocks,
    levels: table.seats.map(({ bot }) => bot),
    search: table.search,
    said,
    moment,
    lowFirst: writing?.lowFirst,
    naming: (move) => writing?.naming?.(view(), move) ?? null,
  }
}
