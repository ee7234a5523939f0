/** Where things lie on the page, so that a card can travel from where it was to where it is. */

import { cubicOut } from 'svelte/easing'
import type { Attachment } from 'svelte/attachments'
import type { TransitionConfig } from 'svelte/transition'
import { still } from '../lib/preferences.svelte'

const TRAVEL_MS = 220

const elements = new Map<string, Element>()
const spots = new Map<string, DOMRect>()

/** Give an element a name: `card:QH` in the hand, `seat:1` for a player. */
export function place(name: string): Attachment {
  return (element) => {
    elements.set(name, element)
    return () => {
      if (elements.get(name) === element) elements.delete(name)
    }
  }
}

/** The element of this name, where it is on the page. */
export function placed(name: string): Element | undefined {
  return elements.get(name)
}

/** Note where everything is now; asked for before the page changes. */
export function measure(): void {
  for (const [name, element] of elements) spots.set(name, element.getBoundingClientRect())
}

/** Travel between here and the first of these places that is known: from it coming in, to it going out. */
export function travel(node: Element, { names }: { names: readonly string[] }): TransitionConfig {
  const there = names.map((name) => spots.get(name)).find((spot) => spot !== undefined)
  if (still() || !there) return { duration: 0 }
  const here = node.getBoundingClientRect()
  const dx = there.x + there.width / 2 - (here.x + here.width / 2)
  const dy = there.y + there.height / 2 - (here.y + here.height / 2)
  const far = Math.min(there.height / here.height, 1.5)
  return {
    duration: TRAVEL_MS,
    easing: cubicOut,
    css: (t, u) => `translate: ${dx * u}px ${dy * u}px; scale: ${t + far * u}`,
  }
}
