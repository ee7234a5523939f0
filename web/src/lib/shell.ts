/** The service worker of the page: a new version is asked for, and used from the next change of page on. */

let outdated = false

/** Whether a newer version is installed: the next page must then be loaded and not drawn in place. */
export function isOutdated(): boolean {
  return outdated
}

/** Install the service worker, and ask for a new one whenever somebody comes back to the page. */
export function keepShell(): void {
  const workers = navigator.serviceWorker
  if (!import.meta.env.PROD || !workers) return
  const first = workers.controller === null
  workers.addEventListener('controllerchange', () => (outdated = !first || outdated))
  workers.register('/sw.js').then(
    (registration) => {
      const ask = () => {
        if (document.visibilityState === 'visible') void registration.update().catch(() => undefined)
      }
      addEventListener('load', ask)
      addEventListener('focus', ask)
      document.addEventListener('visibilitychange', ask)
    },
    () => undefined, // No service workers, as in a private window: the page works without.
  )
}
