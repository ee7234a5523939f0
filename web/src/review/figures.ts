/** Figures of a review: in the game's own points, no finer than their error lets them mean something. */
import { gt, hasGameText, number, t } from '../lib/i18n/index.svelte'

/** Standard errors that stand behind a ±. */
const WITHIN = 2
/** Standard errors from which a difference is more than chance. */
const SURE = 3

const WHOLE_FROM = 10
const TENTHS_FROM = 0.05
/** The most decimals that a number is written with. */
const MOST = 3

/** How many decimals a figure has: of what is more than its error, as many as show that it is not nothing. */
function decimalsOf(value: number, within: number): number {
  if (Math.abs(value) >= WHOLE_FROM && within >= 1) return 0
  const least = within === 0 || within >= TENTHS_FROM ? 1 : 2
  const size = Math.abs(value)
  const seen = size > 0 && size >= within ? Math.ceil(-Math.log10(size)) : least
  return Math.min(Math.max(least, seen), MOST)
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals)) + 0

/** A number with its ±: both have as many decimals. An error is never rounded to nothing. */
export interface Figure {
  value: number
  within: number
}

export function figureOf(value: number, error: number): Figure {
  const within = WITHIN * error
  const decimals = decimalsOf(value, within)
  const least = within > 0 ? 10 ** -decimals : 0
  return { value: rounded(value, decimals), within: Math.max(least, rounded(within, decimals)) }
}

/** What could be expected, to a tenth. */
export const expectation = (value: number) => rounded(value, 1)

/** So many points, in the game's word for them. */
export function points(game: string, count: number): string {
  return hasGameText(game, 'points') ? gt(game, 'points', { count }) : t('replay.points', { count })
}

/** So many points and their error: "4.5 ± 0.2 points". */
export function pointsWithin(game: string, value: number, error: number): string {
  const figure = figureOf(value, error)
  return t('replay.within', { value: number(figure.value), within: points(game, figure.within) })
}

/** Whether a difference is more than its error. */
export const isSure = (by: number, error: number) => Math.abs(by) > 0 && Math.abs(by) >= SURE * error
