/**
 * Calls `call` whenever the page may have slept: it comes to the front, is resumed or restored from the
 * back/forward cache, or is online again. Returns a function that stops this.
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
