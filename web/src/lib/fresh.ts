import { onWake } from './waking'

/** How often a page that stays open looks at the clock, in ms. */
const LOOKS_EVERY = 20_000

/**
 * Keeps what a page shows fresh: calls `load` whenever the page may have slept, and while somebody looks at it
 * whenever it `isDue`, as at midnight. Returns a function that stops this.
 */
export function keepFresh(load: () => unknown, isDue: () => boolean): () => void {
  const look = () => document.visibilityState === 'visible' && isDue() && load()
  const timer = setInterval(look, LOOKS_EVERY)
  const awake = onWake(load)
  return () => {
    clearInterval(timer)
    awake()
  }
}
