/** Three cards that show what a game is about. */
export const FIGURES: Partial<Record<string, readonly string[]>> = {
  lockseven: ['KS', 'KS', '7H'],
  lockup: ['QH', 'QC', 'AH'],
  seven_bridge: ['9D', '9C', '9S'],
  trump7: ['QD', 'TD', '7H'],
}
