/** Three cards that show what a game is about; games in the order of the start page. */
export const FIGURES: Partial<Record<string, readonly string[]>> = {
  lockup: ['QH', 'QC', 'AH'],
  trump7: ['QD', 'TD', '7H'],
  seven_bridge: ['9D', '9C', '9S'],
  lockseven: ['KS', 'KS', '7H'],
}
