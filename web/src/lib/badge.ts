/** Show the number of tables that wait on the icon of the installed app, where the system has badges. */
export function badge(count: number): void {
  // without an installed app there is no icon, which is no error
  if (count > 0) navigator.setAppBadge?.(count).catch(() => undefined)
  else navigator.clearAppBadge?.().catch(() => undefined)
}
