/** How far the server's clock is ahead of this device's, in ms: a device may be minutes off. */
let ahead = 0

/** Note what the server's clock showed in the middle of a message and its answer, which took `trip` ms. */
export function noteServerTime(now: string, trip: number): void {
  const shown = Date.parse(now)
  if (!Number.isNaN(shown)) ahead = shown + trip / 2 - Date.now()
}

/** What the server's clock shows now, in ms since 1970. */
export function serverTime(): number {
  return Date.now() + ahead
}
