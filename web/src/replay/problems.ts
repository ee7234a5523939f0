import type { ApiError } from '../lib/api'
import { family, problems, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'

/** What is said where a round cannot be shown, by the code of the problem. */
export const keysOfRound = problems('replay.problem', [
  'round_unknown',
  'round_in_play',
  'looking_costs',
  'rounds_closed',
  'not_seated',
  'game_unknown',
  'rules_changed',
  'table_damaged',
  'other',
])
const RECORDS = family('replay.record', [
  'unreadable',
  'game',
  'rules',
  'options',
  'deal',
  'move',
  'unfinished',
  'result',
  'too_large',
  'other',
])

/** Why a round cannot be shown. */
export const titleOf = ({ code }: ApiError): string => t(keysOfRound(code).title)

/** What can be done about it. */
export const helpOf = ({ code }: ApiError): string => t(keysOfRound(code).help)

/** Why a record cannot be shown. */
export function recordText({ code, values }: ApiError): string | null {
  const reason = code === 'record_refused' ? (values.reason ?? '') : code
  if (code !== 'record_refused' && code !== 'too_large') return null
  return t(RECORDS[reason in RECORDS ? (reason as keyof typeof RECORDS) : 'other'], {
    game: '',
    at: '',
    move: '',
    ...values,
    reason,
  })
}

/** Why something else could not be tried, or another side not be seen. */
export function triedText(problem: ApiError): string {
  const { code, values } = problem
  if (code === 'malformed' && values.at === '$.cards') return t('replay.what_if.problem.cards')
  switch (code) {
    case 'not_your_turn':
      return t('replay.what_if.problem.turn')
    case 'moment_unknown':
      return t('replay.what_if.problem.moment')
    case 'malformed':
    case 'stale':
      return t('replay.what_if.problem.changed')
    case 'given_up':
      return t('replay.what_if.problem.given_up')
    case 'rules_changed':
      return helpOf(problem)
    default:
      return problemText(problem)
  }
}
