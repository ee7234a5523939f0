import { gt } from '../../lib/i18n/index.svelte'
import type { Values } from '../../lib/i18n/messages'
import type texts from '../../../../src/sevenfold/games/lockseven/texts/en.json'

/** A text of this game, from the texts of its package. */
export function gameText(key: keyof typeof texts, values?: Values): string {
  return gt('lockseven', key, values)
}
