import { preferences } from '../preferences.svelte'
import type { Sound } from './scores'

/** Browsers let a page make sounds only after somebody touched it; until then there is no context. */
let context: AudioContext | undefined
/** What makes the sounds; quiet until it is loaded. */
let make: typeof import('./synth').make | undefined

/** After so much silence the context rests, in ms: one that runs makes sound all the time, and drains a phone. */
export const RESTS_AFTER = 30_000
let rest: ReturnType<typeof setTimeout> | undefined

function restLater(context: AudioContext): void {
  clearTimeout(rest)
  rest = setTimeout(() => void context.suspend(), RESTS_AFTER)
}

/**
 * Make sounds possible from the first touch or key on, or the first after they are switched on: a page that
 * is to be quiet keeps no device busy. Returns what ends waiting for it.
 */
export function listenForTouch(): () => void {
  const controller = new AbortController()
  const begin = () => {
    if (!preferences.sound) return
    controller.abort()
    if (typeof AudioContext === 'undefined' || context) return
    context = new AudioContext()
    restLater(context)
    import('./synth').then(
      (synth) => (make = synth.make),
      () => undefined, // The table is quiet.
    )
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, begin, { signal: controller.signal, capture: true })
  return () => controller.abort()
}

/** Let a sound be heard, and felt where the device can shake, unless sounds are off or the page is hidden. */
export function sound(name: Sound): void {
  if (!preferences.sound || !context || document.visibilityState === 'hidden') return
  if (context.state === 'suspended') void context.resume()
  make?.(context, name)
  restLater(context)
}
