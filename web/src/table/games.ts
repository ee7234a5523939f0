import type { Component } from 'svelte'
import { loadTableTexts } from '../lib/i18n/index.svelte'
import type { Event, View } from '../lib/protocol'
import { newest, type FrameMaker } from './frames'
import type { TableSession } from './session.svelte'

/** What the page must know of a game to draw and tell it. */
interface GameTable {
  /** The table itself. */
  default: Component<{ session: TableSession }>
  frames?: FrameMaker
  /** Play goes to the right. */
  toRight?: boolean
  /** What a move that is more than its cards is called; null for one that is not. */
  moveName?: (move: string) => string | null
  /** The sentence of an event that this game tells in its own way; null for one that needs none. */
  sentence?: (event: Event, you: boolean, seat: string) => string | null | undefined
  /** The last move of a turn; a line of the log holds a turn where a game has no tricks. */
  endsTurn?: (move: string) => boolean
  /** What calls the player to act, null for nothing; undefined where all there is to say is that it is his turn. */
  call?: (view: View, orders: readonly string[]) => string | null | undefined
  /** The move that orders given ahead make where the player may act; null where he is to be asked. */
  ahead?: (view: View, orders: readonly string[]) => string | null
}

const OWN: Record<string, () => Promise<GameTable>> = {
  lockseven: () => import('./lockseven'),
  lockup: () => import('./lockup'),
  seven_bridge: () => import('./seven_bridge'),
  trump7: () => import('./trump7'),
}

const loaded = new Map<string, GameTable>()

/** Load the table of a game; the plain one for a game without its own, and where the address asks for it. */
export async function loadTable(game: string): Promise<GameTable> {
  const [own] = await Promise.all([OWN[game]?.(), loadTableTexts(game)])
  const plain = new URLSearchParams(location.search).get('table') === 'plain'
  const table = own && !plain ? own : { ...own, ...(await import('./PlainTable.svelte')), frames: newest }
  loaded.set(game, table)
  return table
}

/** Whether the table of a game has been loaded. */
export function isLoaded(game: string): boolean {
  return loaded.has(game)
}

/** What is known of a game: until its table is loaded, nothing. */
export function tableOf(game: string): Partial<GameTable> {
  return loaded.get(game) ?? {}
}
