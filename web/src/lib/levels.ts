import { family, t } from './i18n/index.svelte'
import type { Level } from './protocol'

/** How well bots play, from the weakest on. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const satisfies readonly Level[]

const NAMES = family('level', ['easy', 'medium', 'hard', 'expert'])
const HELPS = family('level.help', ['easy', 'medium', 'hard', 'expert'])

export function levelName(level: Level): string {
  return t(NAMES[level])
}

/** How such a bot plays, in a sentence. */
export function levelHelp(level: Level): string {
  return t(HELPS[level])
}

/** Whether such a bot needs a game that can be searched. */
export function searches(level: Level): boolean {
  return level === 'hard' || level === 'expert'
}
