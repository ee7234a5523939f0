import { t } from '../lib/i18n/index.svelte'
import type { Seat } from '../lib/protocol'
import { navigate } from '../lib/route.svelte'
import type { Action } from './action'
import type { GameSession } from './gameSession'
import { seatName } from './seats'

/** What leads on to the next deal; nothing while a round is played, before its end is shown, and after the match. */
export function dealOn(session: GameSession): Action[] {
  const { standing, table, view } = session.state!
  if (view.phase !== 'over' || standing.over || session.shown !== view || waitsFor(session) !== null)
    return []
  const label = standing.result ? t('table.next_round', { unit: table.unit }) : t('table.deal_again')
  return [{ label, run: () => session.nextRound() }]
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
