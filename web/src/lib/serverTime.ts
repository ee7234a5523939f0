/**
 * The one clock of all pages: the server's, as a device's may be minutes off. Nothing else asks the device what time
 * it is; how long something takes is by `performance.now()`.
 */

/** How far the server's clock is ahead of this device's, in ms; null as long as nothing has come. */
let ahead: number | null = null

/**
 * Note what the server's clock showed between a message and its answer, which took `trip` ms. An answer that took long
 * says little, and takes nothing back of what a quick one has said.
 */
export function noteServerTime(now: string, trip: number): void {
  const shown = Date.parse(now)
  if (Number.isNaN(shown)) return
  const least = shown - Date.now()
  ahead = ahead === null ? least + trip / 2 : Math.min(Math.max(ahead, least), least + trip)
}

/** What the server's clock shows now, in ms since 1970. */
export function serverTime(): number {
  return Date.now() + (ahead ?? 0)
}

/** Whether a moment (ISO 8601) has come. */
export const hasCome = (iso: string): boolean => serverTime() >= Date.parse(iso)

/** A moment as a date in the device's time zone: now, if none is named. */
export const dateAt = (moment: string | number = serverTime()): Date => new Date(moment)
