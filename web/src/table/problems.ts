import { family, t } from '../lib/i18n/index.svelte'
import { problemText } from '../lib/problems'
import type { ErrorMessage, TableInfo } from '../lib/protocol'

const MESSAGES = family('table.problem', [
  'stale',
  'round_not_over',
  'paused',
  'return_refused',
  'game_erred',
  'spectator_unknown',
])
const TAKE_BACK = family('table.problem.take_back', [
  'never',
  'nothing',
  'seen',
  'shown',
  'again',
  'many',
  'asked',
  'soon',
  'over',
])
const PAUSE = family('table.problem.pause', ['none_left', 'soon'])

/** Why a move is not taken back. */
export const noTakeBack = (reason: keyof typeof TAKE_BACK): string => t(TAKE_BACK[reason])

/** Why a message failed for a reason that is not in the game's rules. */
export function messageProblem(
  unit: TableInfo['unit'],
  { code, values }: Pick<ErrorMessage, 'code' | 'values'>,
): string {
  const reason = values?.reason ?? ''
  if (code === 'take_back_refused' && reason in TAKE_BACK) return noTakeBack(reason as keyof typeof TAKE_BACK)
  if (code === 'pause_refused' && reason in PAUSE) return t(PAUSE[reason as keyof typeof PAUSE])
  return code in MESSAGES
    ? t(MESSAGES[code as keyof typeof MESSAGES], { unit })
    : problemText({ code, values })
}
