import type { Component } from 'svelte'
import type { Event, View } from '../lib/protocol'
import { trickFrames, type TrickView } from './frames'
import { ahead } from './lockseven/orders'
import { call } from './lockseven/prompt'
import * as lockseven from './lockseven/sentences'
import type { Frame } from './reel'
import type { TableSession } from './session.svelte'
import * as sevenBridge from './seven_bridge/sentences'
import * as trump7 from './trump7/sentences'

/** The pictures that lead from one view to the next; a game without its own shows the newer view alone. */
export type FrameMaker = (shown: View, view: View, events: readonly Event[]) => Frame<View>[]

/** What the table must know of a game before the game's own table is loaded. */
interface GameTable {
  load: () => Promise<{ default: Component<{ session: TableSession }> }>
  frames: FrameMaker
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

const PLAIN: GameTable = {
  load: () => import('./PlainTable.svelte'),
  frames: (_, view) => [{ view, hold: 0 }],
}

const ofTricks: FrameMaker = (shown, view, events) =>
  trickFrames(shown as TrickView, view as TrickView, events)

/** A card dealt does not stay, as the next one is there at once; a throw that failed is seen with its trick. */
const ofLockSeven: FrameMaker = (shown, view, events) => {
  if (view.phase === 'deal') return [{ view, hold: 0 }]
  const frames = ofTricks(shown, view, events)
  const thrown = events.find(({ kind }) => kind === 'throw_failed')?.cards
  if (!thrown || frames.length === 1) return frames
  const [trick, ...others] = frames
  return [{ ...trick!, view: { ...trick!.view, thrown } as View }, ...others]
}

const TABLES: Record<string, GameTable> = {
  lockseven: {
    load: () => import('./lockseven/LockSevenTable.svelte'),
    frames: ofLockSeven,
    toRight: true,
    ahead,
    call,
    ...lockseven,
  },
  lockup: { load: () => import('./lockup/LockupTable.svelte'), frames: ofTricks },
  seven_bridge: {
    load: () => import('./seven_bridge/SevenBridgeTable.svelte'),
    frames: (_, view) => [{ view, hold: 300 }],
    ...sevenBridge,
  },
  trump7: { load: () => import('./trump7/Trump7Table.svelte'), frames: ofTricks, toRight: true, ...trump7 },
}

/** The table of a game; the plain one for a game without its own, and where the address asks for it. */
export function tableOf(game: string): GameTable {
  const own = TABLES[game] ?? PLAIN
  const plain = new URLSearchParams(location.search).get('table') === 'plain'
  return plain ? { ...own, ...PLAIN } : own
}
