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
  'closing',
])

/** What went wrong, as a sentence, never by its code. What a page can explain, it explains itself. */
export function problemText({ code, values }: Pick<ApiError, 'code' | 'values'>): string {
  const told = code in PROBLEMS ? (code as keyof typeof PROBLEMS) : 'unknown'
  return t(PROBLEMS[told], values)
}

/** What a page says while it waits and tries again by itself: a title and a sentence. */
export function waitingText(problem: ApiError): { title: string; text: string } {
  if (problem.code === 'too_many')
    return { title: t('problem.too_many.title'), text: t('problem.too_many.waiting', problem.values) }
  const text = sentences(problemText(problem), t('problem.retrying'))
  return { title: t('problem.unreachable.title'), text }
}
