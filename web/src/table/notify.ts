import { preferences } from '../lib/preferences.svelte'

/** Let the system say something while the page is behind others, where the player wants that and has allowed it. */
export function notify(title: string, body: string): void {
  if (!preferences.notify || document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // phones take notifications from a service worker alone; one about the same page replaces the last
  void navigator.serviceWorker?.ready.then((worker) =>
    worker.showNotification(title, { body, tag: location.pathname, data: location.href }),
  )
}
