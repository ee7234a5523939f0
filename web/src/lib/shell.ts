/** The page as it is installed in the browser: it asks for a new version, and takes it at the next change of page. */

let outdated = false

/** Whether a newer version of this page is there, so that the next page is to be loaded and not drawn. */
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
    () => undefined, // The browser keeps nothing, as in a private window: the page works as before.
  )
}
