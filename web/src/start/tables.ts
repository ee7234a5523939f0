import { list, number, t } from '../lib/i18n/index.svelte'
import type { ListedTable, TableInfo } from '../lib/protocol'

/** Tables that wait for the player, then others still played, then those that are over; the newest first. */
export function inOrder(tables: readonly ListedTable[]): ListedTable[] {
  return tables.toSorted(
    (a, b) =>
      Number(a.standing.over) - Number(b.standing.over) ||
      Number(b.your_turn) - Number(a.your_turn) ||
      b.created.localeCompare(a.created),
  )
}

/** How a match stands for the player, or how it ended. */
export function standingText({ unit, standing, seats }: TableInfo): string {
  const me = seats.find(({ you }) => you)?.seat
  const mine = me === undefined ? '' : number(standing.scores[me]!)
  const others = list(standing.scores.filter((_, seat) => seat !== me).map(number))
  if (!standing.over) return t('tables.playing', { unit, round: standing.round, mine, others })
  const won = me !== undefined && standing.winners.includes(me)
  return won ? t('tables.won', { mine, others }) : t('tables.lost', { mine, others })
}
