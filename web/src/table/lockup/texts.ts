import { gt } from '../../lib/i18n/index.svelte'
import type { Values } from '../../lib/i18n/messages'
import type texts from '../../../../src/sevenfold/games/lockup/texts/en.json'

/** A text of this game, from the texts of its package. */
export function gameText(key: keyof typeof texts, values?: Values): string {
  return gt('lockup', key, values)
}
