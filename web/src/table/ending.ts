import { createTable } from '../lib/api'
import { t } from '../lib/i18n/index.svelte'
import { navigate } from '../lib/route.svelte'
import type { TableSession } from './session.svelte'

/** Something that a button does. */
export interface Action {
  label: string
  run: () => void
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
