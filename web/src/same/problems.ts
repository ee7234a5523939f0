import type { ApiError } from '../lib/api'
import { problems, sentences, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'
import { passes } from '../lib/resource.svelte'

const keysOf = problems('same.problem', [
  'link_unknown',
  'board_unknown',
  'board_in_play',
  'round_in_play',
  'round_unknown',
  'rules_changed',
  'other',
])

/** Why the same cards cannot be played or compared, and what can be done about it. */
export function problemOf(problem: ApiError) {
  const known = keysOf(problem.code)
  const [title, help] = [t(known.title), t(known.help)]
  const sentence = passes(problem) ? problemText(problem) : sentences(`${title}.`, help)
  return { title, help, sentence }
}
