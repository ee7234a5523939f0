import type { Component } from 'svelte'
import type { Event, View } from '../lib/protocol'
import { lockupFrames } from './lockup/frames'
import LockupTable from './lockup/LockupTable.svelte'
import type { LockupView } from './lockup/view'
import PlainTable from './PlainTable.svelte'
import type { Frame } from './reel'
import type { TableSession } from './session.svelte'

/** How a game is drawn, and the pictures that lead from one view to the next. */
interface GameTable {
  component: Component<{ session: TableSession }>
  frames: (shown: View, view: View, events: readonly Event[]) => Frame<View>[]
}

const PLAIN: GameTable = { component: PlainTable, frames: (_, view) => [{ view, hold: 0 }] }

const TABLES: Record<string, GameTable> = {
  lockup: {
    component: LockupTable,
    frames: (shown, view, events) => lockupFrames(shown as LockupView, view as LockupView, events),
  },
}

/** The table of a game; the plain one for a game without its own, and where the address asks for it. */
export function tableOf(game: string): GameTable {
  const plain = new URLSearchParams(location.search).get('table') === 'plain'
  return plain ? PLAIN : (TABLES[game] ?? PLAIN)
}
