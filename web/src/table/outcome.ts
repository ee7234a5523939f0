/** How a round, and in the end a match, came out: who won it, the number that decided, and how it adds up. */
import { gt, hasGameText, names, number, signed, t } from '../lib/i18n/index.svelte'
import type { ResultLine } from '../lib/protocol'
import type { Scene } from './scene'
import { seatName, seatsFrom } from './seats'
import { lineValues, resultText } from './sentences'
import type { TableState } from './state'

/** What the number of a round is measured by. */
export interface Measure {
  /** What the whole bar stands for. */
  most: number
  /** From where on it is won; null where there is no such point. */
  mark: number | null
  /** What stands beside the bar: "60 wins". */
  label: string
}

/** A line of the sum. */
export interface Row {
  label: string
  note: string
  /** Empty where the label is a sentence that says all. */
  figure: string
  /** The rule that the line comes from; null where it comes from none. */
  rule: string | null
  total: boolean
}

export interface Outcome {
  headline: string
  /** At the end of a match, how its last round came out; empty elsewhere. */
  why: string
  /** Who won. */
  winners: readonly number[]
  /** The number that decided; null where there is none. */
  figure: number | null
  /** What the number is, where the headline may speak of somebody else; empty elsewhere. */
  whose: string
  write: (value: number) => string
  measure: Measure | null
  rows: readonly Row[]
}

/** The seat whose points are shown: the viewer's; for spectators that of whoever leads. */
function seatOf({ viewer, bestTotal }: Scene, scores: readonly number[]): number {
  const best = bestTotal === 'lowest' ? Math.min(...scores) : Math.max(...scores)
  return viewer ?? scores.indexOf(best)
}

/**
 * How the round came out. A game that has `headline.LINE` for one of its result lines tells the round by that line,
 * whose `count` is the number; one that has `sum.LINE` writes its lines as a sum. Else the totals are told.
 */
export function outcomeOf(
  { standing, view, table }: TableState,
  scene: Scene,
  measure: Measure | null = null,
): Outcome {
  /** A board is one round that several play for themselves: nobody wins a match there. */
  const over = standing.over && table.board === null
  const has = (key: string) => hasGameText(scene.game, key)
  const line = view.result_lines.findLast(({ key }) => has(`headline.${lastPart(key)}`)) ?? null
  const told = line && headlineOf(scene, line, measure)
  const seat = seatOf(scene, standing.scores)
  const winners = seatsFrom(scene).filter((seat) =>
    (over ? standing.winners : standing.round_winners).includes(seat),
  )
  const climbs = over || (table.target !== null && table.board === null && line === null)
  const gained = standing.result?.[seat] ?? 0
  const common = { winners, why: over ? (told ?? '') : '' }
  if (!climbs) {
    return {
      ...common,
      headline: told ?? roundWon(scene, winners),
      ...(line ? decidedBy(scene, line, measure) : gainOf(scene, seat, gained)),
      // a game whose gain has a name of its own has nothing to add up
      rows: line === null && has('sum.gain') ? [] : sumOf(scene, view.result_lines, line),
    }
  }
  const total = standing.scores[seat]!
  return {
    ...common,
    headline: over ? matchWon(scene, winners) : roundWon(scene, winners),
    figure: total,
    whose: t('table.end.total', whoseOf(seat, scene)),
    write: number,
    measure: table.target === null ? null : towards(table.target, total),
    rows: [
      ...climbOf(scene, seat, total, gained),
      ...(line === null && !has('sum.gain') ? sumOf(scene, view.result_lines, line) : []),
    ],
  }
}

type Figure = Pick<Outcome, 'figure' | 'whose' | 'write' | 'measure'>

/** The number of the line that told the round, and whose it is. */
function decidedBy(scene: Scene, line: ResultLine, measure: Measure | null): Figure {
  const { count } = line
  const { you, names } = lineValues(scene, line)
  const whose = hasGameText(scene.game, 'sum.whose')
    ? gt(scene.game, 'sum.whose')
    : t('table.end.points', names ? { you: you!, seat: names } : whoseOf(0, scene))
  const isTold = count !== null
  return { figure: count, whose: isTold ? whose : '', write: number, measure: isTold ? measure : null }
}

/** What the round brought a seat; a game that has a name for it tells also that it was nothing. */
function gainOf(scene: Scene, seat: number, gained: number): Figure {
  const named = hasGameText(scene.game, 'sum.gain')
  const values = { unit: scene.unit, ...whoseOf(seat, scene) }
  const whose = named ? gt(scene.game, 'sum.gain', values) : t('table.end.this', values)
  const isTold = named || gained !== 0
  return {
    figure: isTold ? gained : null,
    whose: isTold ? whose : '',
    write: named ? number : signed,
    measure: null,
  }
}

const whoseOf = (seat: number, scene: Scene) => ({ you: seat === scene.viewer, seat: seatName(seat, scene) })

/** `result.tricks` and `event.tricks` are both the line `tricks`. */
const lastPart = (key: string) => key.split('.').slice(1).join('.')

function headlineOf(scene: Scene, line: ResultLine, measure: Measure | null): string {
  const short = (measure?.mark ?? 0) - (line.count ?? 0)
  return gt(scene.game, `headline.${lastPart(line.key)}`, { ...lineValues(scene, line), short })
}

const winnersOf = (scene: Scene, winners: readonly number[]) => ({
  you: winners.length === 1 && winners[0] === scene.viewer,
  names: names(winners.map((seat) => seatName(seat, scene))),
  count: winners.length,
  unit: scene.unit,
})

function roundWon(scene: Scene, winners: readonly number[]): string {
  if (winners.length === 0) return t('table.end.nobody')
  const values = winnersOf(scene, winners)
  return hasGameText(scene.game, 'headline.round')
    ? gt(scene.game, 'headline.round', values)
    : t('table.end.round', values)
}

function matchWon(scene: Scene, winners: readonly number[]): string {
  if (winners.length === 0) return t('table.end.nobody')
  const values = winnersOf(scene, winners)
  return hasGameText(scene.game, 'headline.match')
    ? gt(scene.game, 'headline.match', values)
    : t('table.end.match', values)
}

/** The way to a target. */
function towards(target: number, total: number): Measure {
  const short = target - total
  const label = short > 0 ? t('table.end.short', { short, target }) : t('table.end.reached', { target })
  return { most: Math.max(target, total), mark: target, label }
}

/** The lines of the result as a sum; a line for which the game has no words of a sum is a sentence. */
function sumOf(scene: Scene, lines: readonly ResultLine[], total: ResultLine | null): Row[] {
  return lines.map((line): Row => {
    const key = lastPart(line.key)
    const { rule } = line
    if (!hasGameText(scene.game, `sum.${key}`))
      return { label: resultText(scene, line), note: '', figure: '', rule, total: false }
    const values = lineValues(scene, line)
    const note = hasGameText(scene.game, `sum.${key}.note`) ? gt(scene.game, `sum.${key}.note`, values) : ''
    // what is added to the lines above it has a sign; a line that is the whole sum already has none
    const adds =
      line.key !== lines[0]!.key && line.count !== total?.count && lines.indexOf(line) < lines.indexOf(total!)
    // a product that is the whole sum, such as a score that is doubled: the sum stands below it
    const isSum = line !== total && line.times !== null && line.count === total?.count
    const figure = line.count === null || isSum ? '' : adds ? signed(line.count) : number(line.count)
    return { label: gt(scene.game, `sum.${key}`, values), note, figure, rule, total: line === total }
  })
}

/** A total as it has grown. */
function climbOf(scene: Scene, seat: number, total: number, gained: number): Row[] {
  const { unit, game } = scene
  const values = { unit, you: seat === scene.viewer, seat: seatName(seat, scene) }
  const gain = hasGameText(game, 'sum.gain') ? gt(game, 'sum.gain', values) : t('table.end.gain', values)
  const row = { note: '', rule: null, total: false }
  return [
    { ...row, label: t('table.end.before', values), figure: number(total - gained) },
    { ...row, label: gain, figure: signed(gained) },
    { ...row, label: seatName(seat, scene), figure: number(total), total: true },
  ]
}
