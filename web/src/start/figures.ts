import { family } from '../lib/i18n/index.svelte'

const CAPTIONS = family('start.figure', ['lockup'])

/** A trick that shows what a game is about. */
export const FIGURES: Partial<Record<string, { cards: string[]; caption: (typeof CAPTIONS)['lockup'] }>> = {
  lockup: { cards: ['QH', 'QC', '4H', 'AH'], caption: CAPTIONS.lockup },
}
