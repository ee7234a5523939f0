import { family } from '../lib/i18n/index.svelte'

const CAPTIONS = family('start.figure', ['lockup', 'trump7', 'lockseven', 'seven_bridge'])

interface Figure {
  cards: string[]
  caption: (typeof CAPTIONS)[keyof typeof CAPTIONS]
}

/** A trick or meld that shows what a game is about. */
export const FIGURES: Partial<Record<string, Figure>> = {
  lockseven: { cards: ['KS', 'KS', 'QS', 'QS'], caption: CAPTIONS.lockseven },
  lockup: { cards: ['QH', 'QC', '4H', 'AH'], caption: CAPTIONS.lockup },
  seven_bridge: { cards: ['9D', '9C', '9S'], caption: CAPTIONS.seven_bridge },
  trump7: { cards: ['QD', '8D', '7H'], caption: CAPTIONS.trump7 },
}
