import type { ApiError } from '../lib/api'
import { family, t } from '../lib/i18n/index.svelte'

const CODES = [
  'review_of_bot',
  'review_impossible',
  'too_many_reviews',
  'rules_changed',
  'round_in_play',
  'rounds_closed',
  'round_unknown',
  'not_seated',
  'failed',
  'other',
] as const
const TITLES = family('review.problem', [
  'review_of_bot',
  'review_impossible',
  'too_many_reviews',
  'rules_changed',
  'round_in_play',
  'rounds_closed',
  'round_unknown',
  'not_seated',
  'failed',
  'other',
])
const HELPS = family('review.problem_help', [
  'review_of_bot',
  'review_impossible',
  'too_many_reviews',
  'rules_changed',
  'round_in_play',
  'rounds_closed',
  'round_unknown',
  'not_seated',
  'failed',
  'other',
])

type Code = (typeof CODES)[number]
const isCode = (code: string): code is Code => CODES.some((each) => each === code)

/** A limit on reviews is told like any other. */
const SAME: Readonly<Record<string, Code>> = { too_many: 'too_many_reviews', seat_unknown: 'not_seated' }

/** Why there is no review, what can be done about it, and whether it may help to ask once more. */
export function problemOf({ code, values }: Pick<ApiError, 'code' | 'values'>) {
  const known = isCode(code) ? code : (SAME[code] ?? 'other')
  const minutes = Math.max(1, Math.ceil(Number(values.seconds ?? 60) / 60))
  const reason = values.reason ?? ''
  return {
    title: t(TITLES[known], { reason }),
    help: t(HELPS[known], { code, minutes, reason }),
    again: known === 'too_many_reviews' || known === 'failed' || known === 'other',
  }
}
