import type { Suit } from '../lib/cards/names'
import { t } from '../lib/i18n/index.svelte'
import type { Seat, WrittenMove } from '../lib/protocol'
import { navigate } from '../lib/route.svelte'
import type { TableSession } from './session.svelte'

/** What a button of the bar does. */
export interface Action {
  label: string
  run: () => void
  /** A way out, such as a pass: never in gold. */
  quiet?: boolean
  /** The suit that the button names: the suit is drawn, and the label is for screen readers. */
  suit?: Suit
  /** What stands below the suit, such as how many of its cards the player holds. */
  note?: string
  /** The suit cannot be named yet: the button sets a premove. */
  ahead?: boolean
  /** The button is disabled, and keeps its place. */
  off?: boolean
  /** Whether the premove of this button is set; a second press takes it back. */
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
  // no buttons before the result is shown, nor once the player has gone on
  if (session.shown !== view || waitsFor(session) !== null) return []
  if (standing.result === null) return view.phase === 'over' ? [dealAgain] : []
  if (!standing.over)
    return [{ label: t('table.next_round', { unit: table.unit }), run: () => session.nextRound() }]
  const leave = { label: t('table.leave'), run: () => navigate('/') }
  if (table.rematch !== null)
    return [{ label: t('table.rematch.join'), run: () => goToRematch(table.rematch!) }, leave]
  if (view.seat === null) return [leave]
  const same = { label: t('table.rematch'), run: () => session.askRematch(false) }
  const drawn = { label: t('table.rematch.draw'), quiet: true, run: () => session.askRematch(true) }
  const alone = table.seats.every(({ bot, you }) => bot !== null || you)
  return alone ? [same, leave] : [same, drawn, leave]
}

/** For whom a player who has gone on waits: those who still see the result. Null for everybody else. */
export function waitsFor(session: TableSession): Seat[] | null {
  const { going_on, seats } = session.state!.table
  if (!going_on || !seats.some(({ you, seat }) => you && going_on.seats.includes(seat))) return null
  const sees = ({ seat, bot, connected }: Seat) => bot === null && connected && !going_on.seats.includes(seat)
  return seats.filter(sees)
}

/** To the table at which the same players play again. */
export function goToRematch(table: string): void {
  navigate(`/tables/${table}${location.search}`)
}
