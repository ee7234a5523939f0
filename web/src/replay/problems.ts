import type { ApiError } from '../lib/api'
import { family, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'

const TITLES = family('replay.problem', [
  'round_unknown',
  'round_in_play',
  'rounds_closed',
  'not_seated',
  'game_unknown',
  'rules_changed',
  'table_damaged',
  'other',
])
const HELPS = family('replay.problem_help', [
  'round_unknown',
  'round_in_play',
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

const codeOf = ({ code }: ApiError) => (code in TITLES ? (code as keyof typeof TITLES) : 'other')

/** Why a round cannot be shown. */
export const titleOf = (problem: ApiError): string => t(TITLES[codeOf(problem)])

/** What can be done about it. */
export const helpOf = (problem: ApiError): string => t(HELPS[codeOf(problem)], { code: problem.code })

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

const TRIED = family('replay.what_if.problem', ['turn', 'moment', 'changed', 'cards'])

/** Why something else could not be tried, or another side not be seen. */
export function triedText(problem: ApiError): string {
  switch (problem.code) {
    case 'not_your_turn':
      return t(TRIED.turn)
    case 'moment_unknown':
      return t(TRIED.moment)
    case 'malformed':
      return t(problem.values.at === '$.cards' ? TRIED.cards : TRIED.changed)
    case 'stale':
      return t(TRIED.changed)
    case 'rules_changed':
      return helpOf(problem)
    default:
      return problemText(problem)
  }
}
