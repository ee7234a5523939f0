import { createTable } from '../lib/api'
import type { Suit } from '../lib/cards/names'
import { t } from '../lib/i18n/index.svelte'
import type { WrittenMove } from '../lib/protocol'
import { navigate } from '../lib/route.svelte'
import type { TableSession } from './session.svelte'

/** What a button of the bar does. */
export interface Action {
  label: string
  run: () => void
  /** A way out, such as a pass: never in gold. */
  quiet?: boolean
  /** A suit that is named: it is drawn, and the label is heard. */
  suit?: Suit
  /** The suit cannot be named yet, only ordered ahead. */
  ahead?: boolean
  /** An order that stands until it is taken back. */
  pressed?: boolean
  /** The move that it makes, so that a hint can point at it. */
  move?: WrittenMove
}

/** The button that makes a move at once. */
export function moveAction(session: TableSession, move: WrittenMove, label: string): Action {
  return { label, move, run: () => session.play(move) }
}

/** What can be done between rounds and after the match; nothing while a round is played. */
export function endActions(session: TableSession): Action[] {
  const { standing, table, view } = session.state!
  const dealAgain = { label: t('table.deal_again'), run: () => session.nextRound() }
  // the result first, then what can be done about it
  if (session.shown !== view) return []
  if (standing.result === null) return view.phase === 'over' ? [dealAgain] : []
  if (!standing.over)
    return [{ label: t('table.next_round', { unit: table.unit }), run: () => session.nextRound() }]
  return [
    { label: t('table.rematch'), run: () => void rematch(session) },
    { label: t('table.leave'), run: () => navigate('/') },
  ]
}

/** A new table with the same game, options and seats, and bots that play as well. */
async function rematch(session: TableSession): Promise<void> {
  const { game, options, players, pace, seats } = session.state!.table
  const bots = seats.flatMap(({ bot }) => bot ?? [])
  const { id } = await createTable({ game, options, players, pace, bots })
  navigate(`/tables/${id}${location.search}`)
}
