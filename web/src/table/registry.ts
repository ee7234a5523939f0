import { withMessages } from '../lib/i18n/index.svelte'
import { newest, ofTricks, type FrameMaker } from './frames'
import type { TableModule } from './module'
import { hasTricks } from './hasTricks'

/** What a game's folder exports; what it leaves out is taken from the plain table. */
type OwnTable = Pick<TableModule, 'Table'> & Partial<TableModule>

/** The games that have a table of their own. */
const OWN: Record<string, () => Promise<OwnTable>> = {
  lockseven: () => import('./lockseven'),
  lockup: () => import('./lockup'),
  seven_bridge: () => import('./seven_bridge'),
  trump7: () => import('./trump7'),
}

/** The plain table shows each trick before it is swept away. */
const plainFrames: FrameMaker = (shown, view, events, pace) =>
  (hasTricks(shown) && hasTricks(view) ? ofTricks : newest)(shown, view, events, pace)

const PLAIN: Omit<TableModule, 'Table'> = {
  frames: newest,
  lowFirst: false,
  turnEnd: null,
  question: () => undefined,
  premove: () => null,
  staged: () => false,
  secretive: () => false,
}

/** Load the table of a game: its own, or the plain one where it has none or `plain` asks for it. */
export async function loadTable(game: string, plain = false): Promise<TableModule> {
  const own = await OWN[game]?.()
  if (own && !plain) return { ...PLAIN, ...own }
  const { default: Table } = await withMessages('plain', import('./PlainTable.svelte'))
  return { ...PLAIN, ...own, Table, frames: plainFrames }
}
