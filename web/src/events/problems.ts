import { nameProblem } from '../friends/problems'
import type { ApiError } from '../lib/api'
import { problems, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'
import { passes } from '../lib/resource.svelte'

const keysOf = problems('event.problem', [
  'event_unknown',
  'event_over',
  'event_played',
  'not_in_event',
  'not_event_host',
  'removed_from_event',
  'end_refused',
  'event_not_evening',
  'too_few_in_event',
  'board_closed',
  'board_played',
  'rules_changed',
  'full',
  'other',
])

/** Why something about an event did not work: a title, what can be done about it, and all in a sentence. */
export function problemOf(problem: ApiError) {
  const known = keysOf(problem.code)
  const [title, help] = [t(known.title), t(known.help)]
  const sentence = passes(problem) ? problemText(problem) : nameProblem(problem) || help
  return { title, help, sentence }
}
