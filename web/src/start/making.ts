import type { ApiError } from '../lib/api'
import { t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'

/** Why nothing was made, as a sentence: a host may leave that to people with a key. */
export const makingProblem = (problem: ApiError): string =>
  problem.code === 'key_needed' ? t('start.key_needed') : problemText(problem)
