/** Named spots of the page: a card travels from the one where it was to the one where it is. */

import { flushSync } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import type { TransitionConfig } from 'svelte/transition'
import { still } from '../lib/preferences.svelte'

export const TRAVEL_MS = 260
/** The scale at which a dealt card leaves the pack. */
const DEALT_FROM = 0.55
const APPEARS_MS = 16
/** Where cards are dealt from: the first of these spots that the table has. */
const PACK = ['deck', 'stock', 'centre']
/** A trick gathers for a moment, then it is swept to its taker. */
const SWEEP_MS = 420
const EASE = 'cubic-bezier(.2, .6, .4, 1)'

/** What changes just now is seen at once. */
let jumping = false

/** Make a change that is seen at once: no card travels. */
export function atOnce(change: () => void): void {
  jumping = true
  try {
    flushSync(change)
  } finally {
    // after what the change has left to do in this turn
    queueMicrotask(() => (jumping = false))
  }
}

/** The animations of the dealt cards that are on their way. */
let flights: Animation[] = []
/**
 * The page counts as drawn after CALM_FRAMES frames in a row that are shorter than CALM_MS. All cards are drawn
 * before the first one flies, each by one animation of the browser.
 */
const CALM_FRAMES = 3
const CALM_MS = 25
/** Dealt cards wait no longer than this to set out: in a hidden page no frames are drawn. */
const LATEST_MS = 500
/** The timer that runs until they set out. */
let leaving: ReturnType<typeof setTimeout> | undefined

/** How long the dealt cards still need to come to rest, in ms, not counting the wait before they set out. */
export function untilRest(): number {
  flights = flights.filter(({ playState }) => playState !== 'finished')
  const left = flights.map(
    ({ effect, currentTime }) => Number(effect!.getComputedTiming().endTime) - Number(currentTime),
  )
  return Math.max(0, ...left)
}

/** Put all dealt cards where they belong at once. */
export function hasten(): void {
  clearTimeout(leaving)
  leaving = undefined
  for (const flight of flights.splice(0)) flight.finish()
}

/** How long a measured spot counts as unchanged, in ms: in a deal, each measuring would cost a layout. */
const STANDS_MS = 3000

const elements = new Map<string, Element>()
/** Where the cards of the hand were before one of them left it. */
const inHand = new Map<string, DOMRect>()
const seen = new Map<Element, { rect: DOMRect; at: number }>()

/** Make an element the spot of this name: `card:QH` in the hand, `seat:1` for a player. */
export function spot(name: string): Attachment {
  return (element) => {
    elements.set(name, element)
    return () => {
      seen.delete(element)
      if (elements.get(name) === element) elements.delete(name)
    }
  }
}

/** The element at the spot of this name, if it is on the page. */
export function elementAt(name: string): Element | undefined {
  return elements.get(name)
}

/** Where the spot of this name is, or was a moment ago. */
export function nearly(name: string): DOMRect | undefined {
  const element = elements.get(name)
  if (!element) return undefined
  const before = seen.get(element)
  const now = performance.now()
  if (before && now - before.at < STANDS_MS) return before.rect
  const rect = element.getBoundingClientRect()
  seen.set(element, { rect, at: now })
  return rect
}

if (typeof window !== 'undefined') addEventListener('resize', () => seen.clear())

/** Names of spots; a card travels from or to the first of them that is known. */
type Names = readonly string[]

/** Note where the cards of the hand are, before some of them go. */
export function measure(): void {
  inHand.clear()
  for (const [name, element] of elements)
    if (name.startsWith('card:')) inHand.set(name, element.getBoundingClientRect())
}

/** Where the first known of these spots is, or was before it went. */
function rectOf(names: Names): DOMRect | undefined {
  const known = names.find((name) => inHand.has(name) || elements.has(name))
  return known === undefined ? known : (inHand.get(known) ?? elements.get(known)!.getBoundingClientRect())
}

/** A card comes: it travels here from the first known of these spots. */
export function travel(node: Element, names: Names): TransitionConfig {
  const there = wayTo(node, names)
  return run(node, there && [there, {}], TRAVEL_MS)
}

/** A card goes: it travels to the first known of these spots, and turns edge-on as it goes. */
export function turnAway(node: Element, names: Names): TransitionConfig {
  const there = wayTo(node, names)
  return run(node, there && [{}, { ...there, rotate: 'y 90deg' }], TRAVEL_MS)
}

/**
 * Deal a card from the pack to `here`, where the caller knows it lies without measuring. It sets out after
 * `wait` ms; until then it lies there unseen, so that a tap there reaches it. Cards dealt together come to
 * rest together, `rest` ms after the first sets out: each animation that ends has all the cards drawn anew.
 */
export function deal(node: Element | undefined, here: DOMRect, wait: number, rest: number): void {
  const pack = PACK.find((name) => elements.has(name))
  if (!node || still() || jumping || !pack) return
  const duration = Math.max(rest, wait + TRAVEL_MS)
  const away = { ...wayBetween(here, nearly(pack)!), scale: DEALT_FROM }
  const flight = node.animate(
    [
      { translate: 'none', scale: 1, opacity: 0, easing: 'step-end' },
      { ...away, opacity: 0, offset: wait / duration, easing: EASE },
      { opacity: 1, offset: (wait + APPEARS_MS) / duration },
      { translate: 'none', scale: 1, offset: (wait + TRAVEL_MS) / duration },
      { translate: 'none', scale: 1, opacity: 1 },
    ],
    duration,
  )
  flights.push(flight)
  if (rest <= TRAVEL_MS) return
  flight.pause()
  setOutTogether()
}

/** Several cards set out together once the table has been drawn: the frames that draw it are long. */
function setOutTogether(): void {
  if (leaving !== undefined) return
  const setOut = () => {
    clearTimeout(leaving)
    leaving = undefined
    for (const flight of flights) if (flight.playState === 'paused') flight.play()
  }
  let calm = 0
  let before = performance.now()
  const look = (now: number) => {
    calm = now - before < CALM_MS ? calm + 1 : 0
    before = now
    if (calm === CALM_FRAMES) setOut()
    if (leaving !== undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  leaving = setTimeout(setOut, LATEST_MS)
}

/** A trick is swept to its taker: its cards stay for a moment, then travel, and are gone on arrival. */
export function sweep(node: Element, names: Names): TransitionConfig {
  const there = wayTo(node, names)
  const steps = there && [{}, { opacity: 1, offset: 0.75 }, { ...there, scale: 0.3, opacity: 0 }]
  return run(node, steps, SWEEP_MS, 'ease-in-out')
}

/** The way from here to the first known of these spots; null where none is known or motion is off. */
function wayTo(node: Element, names: Names): Keyframe | null {
  const there = still() || jumping ? undefined : rectOf(names)
  return there ? wayBetween(node.getBoundingClientRect(), there) : null
}

/** Let the browser animate these steps. An element that leaves keeps the last one until it is removed. */
function run(node: Element, steps: Keyframe[] | null, duration: number, easing = EASE): TransitionConfig {
  if (!steps) return { duration: 0 }
  node.animate(steps, { duration, easing, fill: steps[0]!.translate ? 'none' : 'forwards' })
  return { duration }
}

function wayBetween(here: DOMRect, there: DOMRect): Keyframe {
  const dx = there.x + there.width / 2 - (here.x + here.width / 2)
  const dy = there.y + there.height / 2 - (here.y + here.height / 2)
  return { translate: `${dx}px ${dy}px`, scale: Math.min(there.height / here.height, 1.5) }
}
