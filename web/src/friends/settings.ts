import { family, t } from '../lib/i18n/index.svelte'
import type { TableSettings } from '../lib/protocol'

export const DEFAULTS: TableSettings = {
  absence: 'wait',
  grace: 60,
  joining: 'between_rounds',
  take_back: 'unseen',
  clock: 'none',
  counter: false,
  watching: false,
  over_shoulder: false,
  free_text: false,
  listed: false,
  rounds: 'at_once',
}

export const ABSENCES = ['wait', 'bot', 'pause'] as const
export const GRACES = [30, 60, 120, 300] as const
export const TAKE_BACKS = ['unseen', 'agreed', 'never'] as const
export const CLOCKS = ['none', 'relaxed', 'fast'] as const
export const ROUNDS = ['at_once', 'match_end', 'never'] as const

export const absences = family('friends.absence', ['wait', 'bot', 'pause'])
const absenceHelps = family('friends.absence.help', ['wait', 'bot', 'pause'])
export const takeBacks = family('friends.take_back', ['unseen', 'agreed', 'never'])
export const takeBackHelps = family('friends.take_back.help', ['unseen', 'agreed', 'never'])
export const clocks = family('friends.clock', ['none', 'relaxed', 'fast'])
export const clockHelps = family('friends.clock.help', ['none', 'relaxed', 'fast'])
export const rounds = family('friends.rounds', ['at_once', 'match_end', 'never'])
export const roundsHelps = family('friends.rounds.help', ['at_once', 'match_end', 'never'])

/** A time in words: "30 s", "5 min". */
export function timeText(seconds: number): string {
  return seconds % 60 === 0 && seconds > 0
    ? t('friends.minutes', { count: seconds / 60 })
    : t('friends.seconds', { count: seconds })
}

/** What follows when somebody is away on their turn. */
export function absenceText({ absence, grace }: TableSettings): string {
  return t(absenceHelps[absence], { time: timeText(grace) })
}

/** The settings in a few lines: absence and taking back always, the others where they are not the default. */
export function settingsLines(settings: TableSettings): string[] {
  const { take_back, clock, counter, watching, over_shoulder, free_text, listed, rounds } = settings
  return [
    absenceText(settings),
    t(takeBackHelps[take_back]),
    ...(clock === 'none' ? [] : [t(clockHelps[clock])]),
    ...(counter ? [t('options.counter.on')] : []),
    ...(watching ? [t('friends.watching.on')] : []),
    ...(watching && over_shoulder ? [t('friends.over_shoulder.on')] : []),
    ...(free_text ? [t('friends.free_text.on')] : []),
    ...(listed ? [t('friends.listed.on')] : []),
    ...(rounds === 'at_once' ? [] : [t(roundsHelps[rounds])]),
  ]
}
