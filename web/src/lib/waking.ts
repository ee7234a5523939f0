/**
 * Call this whenever the page may have slept: it comes to the front, is thawed or taken from the cache of pages, or has a
 * network again. Returns what ends that.
 */
export function onWake(call: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const seen = () => document.visibilityState === 'visible' && call()
  document.addEventListener('visibilitychange', seen, { signal })
  document.addEventListener('resume', seen, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && call(), { signal })
  addEventListener('online', call, { signal })
  return () => ending.abort()
}
