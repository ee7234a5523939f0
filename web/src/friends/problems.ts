import { family, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'
import { ApiError } from '../lib/api'
import type { ErrorMessage } from '../lib/protocol'

type Problem = Pick<ErrorMessage, 'code' | 'values'>

const NAMES = family('friends.problem.name', ['empty', 'long', 'characters', 'taken', 'alike'])
const JOINING = family('friends.problem', [
  'seat_taken',
  'seat_closed',
  'link_unknown',
  'removed',
  'already_there',
  'full',
  'hand_dealt',
  'hand_seen',
  'played_elsewhere',
])
const RETURNING = family('friends.problem.return', ['early', 'often', 'asked', 'alone', 'board'])
const TALK = family('friends.problem.talk', ['long', 'characters', 'phrases_only'])

/** Why a name was refused, as a sentence; empty for any other problem. */
export function nameProblem(problem: Problem | null | undefined): string {
  if (problem?.code !== 'name_refused') return ''
  const reason = problem.values.reason ?? ''
  return t(NAMES[reason in NAMES ? (reason as keyof typeof NAMES) : 'characters'], problem.values)
}

/** Why nobody may say now that a seat is theirs, as a sentence. */
function returnProblem(problem: Problem): string {
  const reason = problem.values.reason ?? ''
  if (!(reason in RETURNING)) return problemText(new ApiError(problem.code, problem.values))
  return t(RETURNING[reason as keyof typeof RETURNING])
}

/** Why somebody cannot join a table, as a sentence. */
export function joinProblem(problem: ApiError): string {
  const { code, values } = problem
  if (code === 'name_refused') return nameProblem(problem)
  if (code === 'return_refused') return returnProblem(problem)
  return code in JOINING ? t(JOINING[code as keyof typeof JOINING], values) : problemText(problem)
}

/** Why a line of the talk was refused, as a sentence; empty for any other problem. */
export function talkProblem(problem: Problem | null): string {
  const reason = problem?.values.reason ?? ''
  return problem?.code === 'talk_refused' && reason in TALK ? t(TALK[reason as keyof typeof TALK]) : ''
}
