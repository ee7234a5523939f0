import type { ApiError } from '../lib/api'
import { family, t } from '../lib/i18n/index.svelte'

const TITLES = family('replay.problem', [
  'round_unknown',
  'round_in_play',
  'rounds_closed',
  'not_seated',
  'game_unknown',
  'other',
])
const HELPS = family('replay.problem_help', [
  'round_unknown',
  'round_in_play',
  'rounds_closed',
  'not_seated',
  'game_unknown',
  'other',
])

const codeOf = ({ code }: ApiError) => (code in TITLES ? (code as keyof typeof TITLES) : 'other')

/** Why a round cannot be shown. */
export const titleOf = (problem: ApiError): string => t(TITLES[codeOf(problem)])

/** What can be done about it. */
export const helpOf = (problem: ApiError): string => t(HELPS[codeOf(problem)], { code: problem.code })
