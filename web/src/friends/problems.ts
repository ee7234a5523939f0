import { family, t } from '../lib/i18n/index.svelte'
import type { ErrorMessage } from '../lib/protocol'

const NAMES = family('friends.problem.name', ['empty', 'long', 'characters', 'taken', 'alike'])

/** Why a name is not taken, as a sentence; empty where that is not what went wrong. */
export function nameProblem(problem: Pick<ErrorMessage, 'code' | 'values'> | null | undefined): string {
  if (problem?.code !== 'name_refused') return ''
  const why = problem.values.why ?? ''
  return t(NAMES[why in NAMES ? (why as keyof typeof NAMES) : 'characters'], problem.values)
}
