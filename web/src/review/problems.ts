import type { ApiError } from '../lib/api'
import { problems, t } from '../lib/i18n/index.svelte'
import { keysOfRound } from '../replay/problems'

const keysOf = problems('review.problem', [
  'review_of_bot',
  'review_impossible',
  'too_many_reviews',
  'rules_changed',
  'round_in_play',
  'looking_costs',
  'not_seated',
  'failed',
  'other',
])

/** A limit on reviews is told like any other, and a seat that there is not like one that is not one's own. */
const SAME: Readonly<Record<string, string>> = { too_many: 'too_many_reviews', no_such_seat: 'not_seated' }

/** Why there is no review, what can be done about it, and whether it may help to ask once more. */
export function problemOf({ code, values }: Pick<ApiError, 'code' | 'values'>) {
  const own = keysOf(SAME[code] ?? code)
  const ofRound = keysOfRound(code)
  const known = own.code === 'other' && ofRound.code !== 'other' ? ofRound : own
  const minutes = Math.max(1, Math.ceil(Number(values.seconds ?? 60) / 60))
  const reason = values.reason ?? ''
  return {
    title: t(known.title, { reason }),
    help: t(known.help, { minutes, reason }),
    again: ['too_many_reviews', 'failed', 'other'].includes(known.code),
  }
}
