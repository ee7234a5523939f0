import { family, t } from './i18n/index.svelte'

/** How well bots play, from the weakest on. A bot can also be a player that the host has installed, by its name. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const

export type Level = (typeof LEVELS)[number]

const NAMES = family('level', ['easy', 'medium', 'hard', 'expert'])
const HELPS = family('level.help', ['easy', 'medium', 'hard', 'expert'])

export function isLevel(bot: string): bot is Level {
  return (LEVELS as readonly string[]).includes(bot)
}

/** What the server says of a bot that made an error: random moves are played in its place. */
const ERRED = 'random'

/** Whether random moves are played in the place of a bot that made an error. */
export function hasErred(bot: string | null): boolean {
  return bot === ERRED
}

export function levelName(bot: string): string {
  if (hasErred(bot)) return t('level.random')
  return isLevel(bot) ? t(NAMES[bot]) : bot
}

/** How such a bot plays, in a sentence; `was` is which bot made an error. */
export function levelHelp(bot: string, was: string | null = null): string {
  if (hasErred(bot)) return t('level.help.random', { name: levelName(was ?? bot) })
  return isLevel(bot) ? t(HELPS[bot]) : t('level.help.other')
}

/** Whether such a bot searches, for which the server must first prepare the game. */
export function searches(bot: string): boolean {
  return bot === 'hard' || bot === 'expert'
}

/** The bots to choose from, with their words: the levels, then the others that the server names. */
export function botChoices(others: readonly string[]): { value: string; label: string }[] {
  return [...LEVELS, ...others].map((value) => ({ value, label: levelName(value) }))
}
