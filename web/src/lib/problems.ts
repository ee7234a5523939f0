import type { ApiError } from './api'
import { family, t } from './i18n/index.svelte'

const PROBLEMS = family('problem', [
  'unreachable',
  'unknown',
  'game_unknown',
  'option_invalid',
  'too_many',
  'storage_full',
  'storage_away',
])

/** What went wrong, as a sentence. */
export function problemText(problem: ApiError): string {
  const code = problem.code in PROBLEMS ? (problem.code as keyof typeof PROBLEMS) : 'unknown'
  return t(PROBLEMS[code], { code: problem.code, ...problem.values })
}
