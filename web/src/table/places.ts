/** Where things lie on the page, so that a card can travel from where it was to where it is. */

import { cubicInOut, cubicOut } from 'svelte/easing'
import type { Attachment } from 'svelte/attachments'
import type { TransitionConfig } from 'svelte/transition'
import { still } from '../lib/preferences.svelte'

const TRAVEL_MS = 260
/** A card that is dealt comes small, from the hands of the dealer. */
const DEALT_FROM = 0.55
/** A trick gathers for a moment, then it is swept to its taker. */
const SWEEP_MS = 420

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

/** Where the first of these places was that is known; where it is, if nobody has measured yet. */
function spotOf(names: readonly string[]): DOMRect | undefined {
  const known = names.find((name) => spots.has(name) || elements.has(name))
  return known === undefined ? known : (spots.get(known) ?? elements.get(known)!.getBoundingClientRect())
}

interface Way {
  /** Places by name; the first that is known is the other end of the way. */
  names: readonly string[]
  /** How long it waits before it sets out, in ms. */
  wait?: number
  /** It turns its face away on the way. */
  turns?: boolean
  /** It is dealt: it is not seen before it sets out. */
  deals?: boolean
}

/** Travel between here and the first of these places that is known: from it coming in, to it going out. */
export function travel(
  node: Element,
  { names, wait = 0, turns = false, deals = false }: Way,
): TransitionConfig {
  const there = spotOf(names)
  if (still() || !there) return { duration: 0 }
  const { dx, dy, size } = wayBetween(node.getBoundingClientRect(), there)
  const far = deals ? DEALT_FROM : Math.min(size, 1.5)
  return {
    delay: wait,
    duration: TRAVEL_MS,
    easing: cubicOut,
    css: (t, u) => {
      const way = `translate: ${dx * u}px ${dy * u}px; scale: ${t + far * u}`
      return `${way}${turns ? `; rotate: y ${90 * u}deg` : ''}${deals ? `; opacity: ${Math.min(1, 6 * t)}` : ''}`
    },
  }
}

/** Swept to whoever took it: a moment together, then away, and gone on arrival. */
export function sweep(node: Element, { names }: Pick<Way, 'names'>): TransitionConfig {
  const there = spotOf(names)
  if (still() || !there) return { duration: 0 }
  const { dx, dy } = wayBetween(node.getBoundingClientRect(), there)
  return {
    duration: SWEEP_MS,
    easing: cubicInOut,
    css: (t, u) =>
      `translate: ${dx * u}px ${dy * u}px; scale: ${0.3 + 0.7 * t}; opacity: ${Math.min(1, t * 4)}`,
  }
}

function wayBetween(here: DOMRect, there: DOMRect): { dx: number; dy: number; size: number } {
  return {
    dx: there.x + there.width / 2 - (here.x + here.width / 2),
    dy: there.y + there.height / 2 - (here.y + here.height / 2),
    size: there.height / here.height,
  }
}
