import { list, number, t } from '../lib/i18n/index.svelte'
import type { Day, ListedTable, TableInfo } from '../lib/protocol'
import { ago } from './times'

/**
 * Tables that wait for the player, then others in play, those that cannot go on, and finished ones; the latest
 * change first.
 */
export function inOrder(tables: readonly ListedTable[]): ListedTable[] {
  return tables.toSorted(
    (a, b) =>
      Number(a.standing.over) - Number(b.standing.over) ||
      Number(a.rules_changed) - Number(b.rules_changed) ||
      Number(waitsForMe(b)) - Number(waitsForMe(a)) ||
      Number(isBetween(b)) - Number(isBetween(a)) ||
      (b.since ?? b.created).localeCompare(a.since ?? a.created),
  )
}

/** How a match stands for the player, or how it ended. */
export function standingText({ unit, standing, seats, started }: TableInfo, left = false): string {
  const there = seats.filter(({ free }) => !free).length
  if (!started) return t('tables.waiting', { there, players: seats.length })
  const me = seats.find(({ you }) => you)?.seat
  const mine = me === undefined ? '' : number(standing.scores[me]!)
  const others = list(standing.scores.filter((_, seat) => seat !== me).map(number))
  if (left && !standing.over) return t('tables.left', { unit, count: standing.results.length, mine, others })
  if (!standing.over) return t('tables.playing', { unit, round: standing.round, mine, others })
  const won = me !== undefined && standing.winners.includes(me)
  return won ? t('tables.won', { mine, others }) : t('tables.lost', { mine, others })
}

/** The round that was played last is over, and the match goes on by a tap. */
export function isBetween({ started, standing, rules_changed, left }: ListedTable): boolean {
  return started && !rules_changed && !left && !standing.over && standing.result !== null
}

/** It waits for the player to play, and nobody waits where a round is over. */
export const waitsForMe = (table: ListedTable): boolean => table.your_turn && !isBetween(table)

/** How a table stands, and whom it waits for. */
export function stateText(table: ListedTable): string {
  return [standingText(table, table.left), waitingText(table)].filter(Boolean).join(' · ')
}

/** Whom a table waits for, and since when; or that it cannot go on. */
function waitingText(table: ListedTable): string {
  const { started, standing, your_turn, since, watching } = table
  if (table.rules_changed && !standing.over) return t('tables.rulesChanged')
  if (!started || standing.over || since === null || isBetween(table)) return ''
  const when = ago(since)
  if (watching) return t('tables.since', { when })
  return your_turn ? t('tables.yourTurn.since', { when }) : t('tables.othersTurn.since', { when })
}

/** The games of which the player has finished a round, by their tables and by today's deals. */
export function knownGames(tables: readonly ListedTable[], day?: Day): ReadonlySet<string> {
  const played = tables.filter(({ standing }) => standing.results.length > 0).map(({ game }) => game)
  return new Set([
    ...played,
    ...(day?.games ?? []).filter(({ total }) => total !== null).map(({ game }) => game),
  ])
}
