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

/** Where a place was so shortly ago it still is, in ms: to look anew for each card dealt would cost a layout each. */
const STANDS_MS = 500

const elements = new Map<string, Element>()
const spots = new Map<string, DOMRect>()
const seen = new Map<string, { rect: DOMRect; at: number; element: Element }>()

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

/** Where the place of this name is, or was a moment ago. */
export function nearly(name: string): DOMRect | undefined {
  const element = elements.get(name)
  if (!element) return undefined
  const before = seen.get(name)
  const now = performance.now()
  if (before?.element === element && now - before.at < STANDS_MS) return before.rect
  const rect = element.getBoundingClientRect()
  seen.set(name, { rect, at: now, element })
  return rect
}

/** Note where everything is now; asked for before the page changes. */
export function measure(): void {
  for (const [name, element] of elements) spots.set(name, element.getBoundingClientRect())
}

/** Where the first of these places was that is known; where it is, if nobody has measured yet. */
function spotOf(names: readonly string[]): DOMRect | undefined {
  const known = names.find((name) => spots.has(name) || elements.has(name))
  return known === undefined ? known : (spots.get(known) ?? nearly(known))
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
  /** Where it comes to lie, where that is known without a look at the page. */
  here?: DOMRect
}

/** Travel between here and the first of these places that is known: from it coming in, to it going out. */
export function travel(
  node: Element,
  { names, wait = 0, turns = false, deals = false, here }: Way,
): TransitionConfig {
  const there = spotOf(names)
  if (still() || !there) return { duration: 0 }
  const { dx, dy, size } = wayBetween(here ?? node.getBoundingClientRect(), there)
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
