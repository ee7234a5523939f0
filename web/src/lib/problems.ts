import type { ApiError } from './api'
import { family, sentences, t } from './i18n/index.svelte'

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

/** What a page says while it waits and tries again by itself: a title and a sentence. */
export function waitingText(problem: ApiError): { title: string; text: string } {
  if (problem.code === 'too_many')
    return { title: t('problem.too_many.title'), text: t('problem.too_many.waiting', problem.values) }
  const text = sentences(problemText(problem), t('problem.retrying'))
  return { title: t('problem.unreachable.title'), text }
}
