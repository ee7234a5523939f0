import { preferences } from '../lib/preferences.svelte'

/** Show a system notification while the page is hidden, if the player wants that and has allowed it. */
export function notify(title: string, body: string): void {
  if (!preferences.notify || document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // phones accept notifications only from a service worker; one about the same page replaces the last
  void navigator.serviceWorker?.ready.then((worker) =>
    worker.showNotification(title, { body, tag: location.pathname, data: location.href }),
  )
}
