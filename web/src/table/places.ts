/** Where things lie on the page, so that a card can travel from where it was to where it is. */

import { cubicInOut, cubicOut } from 'svelte/easing'
import type { Attachment } from 'svelte/attachments'
import type { TransitionConfig } from 'svelte/transition'
import { still } from '../lib/preferences.svelte'

export const TRAVEL_MS = 260
/** A card that is dealt comes small, from the hands of the dealer. */
const DEALT_FROM = 0.55
const APPEARS_MS = 16
/** Where cards are dealt from: the first of these places that the table has. */
const PACK = ['deck', 'stock', 'centre']
/** A trick gathers for a moment, then it is swept to its taker. */
const SWEEP_MS = 420

/** When the cards of a whole hand have come to rest. */
let restsAt = 0

/** A hand is dealt until this time. */
export function dealtUntil(time: number): void {
  restsAt = time
}

/** In so many ms the cards of a hand have come to rest. */
export function untilRest(): number {
  return Math.max(0, restsAt - performance.now())
}

/** Where a place was so shortly ago it still is, in ms: to look anew while cards are dealt would cost a layout each time. */
const STANDS_MS = 3000

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

if (typeof window !== 'undefined') addEventListener('resize', () => seen.clear())

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
  /** It turns its face away on the way. */
  turns?: boolean
}

/** Travel between here and the first of these places that is known: from it coming in, to it going out. */
export function travel(node: Element, { names, turns = false }: Way): TransitionConfig {
  const there = spotOf(names)
  if (still() || !there) return { duration: 0 }
  const { dx, dy, size } = wayBetween(node.getBoundingClientRect(), there)
  const far = Math.min(size, 1.5)
  return {
    duration: TRAVEL_MS,
    easing: cubicOut,
    css: (t, u) => {
      const way = `translate: ${dx * u}px ${dy * u}px; scale: ${t + far * u}`
      return turns ? `${way}; rotate: y ${90 * u}deg` : way
    },
  }
}

/**
 * A card comes from the pack to where it lies, which its dealer knows without a look at the page. It is not seen before
 * it sets out, after a wait. Cards that are dealt together come to rest together, so many ms from now: whenever one
 * rests, all are drawn anew.
 */
export function deal(node: Element | undefined, here: DOMRect, wait: number, rest: number): void {
  const there = spotOf(PACK)
  if (still() || !there) return
  const { dx, dy } = wayBetween(here, there)
  const duration = Math.max(rest, wait + TRAVEL_MS)
  const away = { translate: `${dx}px ${dy}px`, scale: DEALT_FROM }
  node?.animate(
    [
      { ...away, opacity: 0 },
      { ...away, opacity: 0, offset: wait / duration, easing: 'cubic-bezier(.2, .6, .4, 1)' },
      { opacity: 1, offset: (wait + APPEARS_MS) / duration },
      { translate: 'none', scale: 1, offset: (wait + TRAVEL_MS) / duration },
      { translate: 'none', scale: 1, opacity: 1 },
    ],
    duration,
  )
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
