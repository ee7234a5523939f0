import { t } from '../lib/i18n/index.svelte'
import { navigate } from '../lib/route.svelte'
import type { Action } from './action'
import { dealOn, goToRematch, waitsFor } from './ending'
import type { GameSession } from './gameSession'

/** What a result leads on to: the next round, or after the match a rematch; nothing once the player has gone on. */
export function endActions(session: GameSession): Action[] {
  const { standing, table, view } = session.state!
  if (!standing.over) return dealOn(session)
  if (session.shown !== view || waitsFor(session) !== null) return []
  if (table.board !== null) {
    const compare = {
      label: t('table.end.compare'),
      run: () => navigate(`/same/${table.board}?seat=${view.seat}`),
    }
    const on = { label: t('table.end.event'), run: () => navigate(`/event/${table.event}`) }
    return [table.event === null ? compare : on]
  }
  if (table.rematch !== null)
    return [{ label: t('table.rematch.join'), run: () => goToRematch(table.rematch!) }]
  if (view.seat === null) return [{ label: t('table.leave'), run: () => navigate('/') }]
  const same = { label: t('table.rematch'), run: () => session.askRematch(false) }
  const drawn = { label: t('table.rematch.draw'), quiet: true, run: () => session.askRematch(true) }
  const alone = table.seats.every(({ bot, you }) => bot !== null || you)
  return alone ? [same] : [same, drawn]
}
