/** Show on the app's icon that so many tables wait, where the system has such badges and the app is installed. */
export function badge(count: number): void {
  // who has not installed the app has no icon, and that is no error
  if (count > 0) navigator.setAppBadge?.(count).catch(() => undefined)
  else navigator.clearAppBadge?.().catch(() => undefined)
}
