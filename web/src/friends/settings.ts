import { family, t } from '../lib/i18n/index.svelte'
import type { TableSettings } from '../lib/protocol'

export const DEFAULTS: TableSettings = {
  absence: 'wait',
  grace: 60,
  joining: 'between_rounds',
  take_back: 'unseen',
  clock: 'none',
  watching: false,
  free_text: false,
  listed: false,
}

export const ABSENCES = ['wait', 'bot', 'pause'] as const
export const GRACES = [30, 60, 120, 300] as const
export const TAKE_BACKS = ['unseen', 'agreed', 'never'] as const
export const CLOCKS = ['none', 'relaxed', 'fast'] as const

export const absences = family('friends.absence', ['wait', 'bot', 'pause'])
export const absenceHelps = family('friends.absence.help', ['wait', 'bot', 'pause'])
export const takeBacks = family('friends.take_back', ['unseen', 'agreed', 'never'])
export const takeBackHelps = family('friends.take_back.help', ['unseen', 'agreed', 'never'])
export const clocks = family('friends.clock', ['none', 'relaxed', 'fast'])
export const clockHelps = family('friends.clock.help', ['none', 'relaxed', 'fast'])

/** What is agreed on, in few words: what is not as usual at a table among friends, and what always counts. */
export function settingsLines(settings: TableSettings): string[] {
  const { absence, take_back, clock, watching, free_text, listed } = settings
  return [
    t(absenceHelps[absence], { ...settings }),
    t(takeBackHelps[take_back]),
    ...(clock === 'none' ? [] : [t(clockHelps[clock])]),
    ...(watching ? [t('friends.watching.on')] : []),
    ...(free_text ? [t('friends.free_text.on')] : []),
    ...(listed ? [t('friends.listed.on')] : []),
  ]
}
