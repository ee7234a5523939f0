/*
 * Keeps the shell of the page (its HTML, script, styles, drawings) in the browser, so that it opens at once and also
 * without a network. Nothing under /api is ever kept. A build writes its version and its drawings in here.
 */
const SHELL = 'sevenfold BUILD'
/** They may come out of a page's memory and past this worker; so they are not left to be kept when they are asked for. */
const DRAWINGS = []

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => Promise.all([keepPage(cache), cache.addAll(DRAWINGS)])))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const dropOld = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(dropOld())
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/')))
  else if (pathname.startsWith('/assets/')) event.respondWith(keep(event.request))
})

/** A notification leads back to the table that it is about. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = event.notification.data
  const goBack = async () => {
    const pages = await self.clients.matchAll({ type: 'window' })
    const page = pages.find(({ url }) => url === address)
    return page ? page.focus() : self.clients.openWindow(address)
  }
  event.waitUntil(goBack())
})

/** The page itself. A closed server leads to its door, which is the same page: what was led on is kept as it came. */
async function keepPage(cache) {
  const { body, headers, ok } = await fetch('/')
  if (!ok) throw new Error('the page did not come')
  await cache.put('/', new Response(body, { headers }))
}

/** A file with a hash in its name never changes. */
async function keep(request) {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
