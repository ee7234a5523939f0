import { t } from '../lib/i18n/index.svelte'
import type { Seat } from '../lib/protocol'
import { navigate } from '../lib/route.svelte'
import type { Action } from './action'
import type { GameSession } from './gameSession'
import { seatName } from './seats'

/** What can be done between rounds and after the match; nothing while a round is played. */
export function endActions(session: GameSession): Action[] {
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
export function waitsFor(session: GameSession): Seat[] | null {
  const { going_on, seats } = session.state!.table
  if (!going_on || !seats.some(({ you, seat }) => you && going_on.seats.includes(seat))) return null
  const sees = ({ seat, bot, connected }: Seat) => bot === null && connected && !going_on.seats.includes(seat)
  return seats.filter(sees)
}

/** Says for whom a player who has gone on waits; null for everybody else. */
export function waitsText(session: GameSession): string | null {
  const others = session.state && waitsFor(session)
  if (!others) return null
  const names = others.map(({ seat }) => seatName(seat, session.scene))
  return t('table.going_on', { names: names.join(t('list.comma')) })
}

/** To the table at which the same players play again. */
export function goToRematch(table: string): void {
  navigate(`/tables/${table}${location.search}`)
}
