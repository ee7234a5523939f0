/**
 * Cards dragged from the hand to a target on the table, beside taps and keys, which do the same. Loaded with the first
 * card that is pressed.
 */

import { isFlick } from './taps'

/** A press becomes a drag when the pointer has moved this far, in px. */
const THRESHOLD = 10
const BACK_MS = 180
/** A dropped card stays where it is for this long, so that the answer can come. */
const ANSWERED_MS = 300

/** Cards were dropped on the target that has this name as its `data-drop`, or flicked upwards to none. */
export type Drop = (target: string) => void

/** Follow a press on a card; `cards` are the elements that move with it. */
export function drag(start: PointerEvent, cards: readonly HTMLElement[], drop: Drop): void {
  const ending = new AbortController()
  const { signal } = ending
  let moving = false
  let over: HTMLElement | null = null

  const lift = () => {
    moving = true
    for (const card of cards) {
      card.style.zIndex = '5'
      card.style.pointerEvents = 'none'
      card.style.transition = 'none'
    }
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY]
    if (!moving && Math.hypot(dx, dy) < THRESHOLD) return
    if (!moving) lift()
    for (const card of cards) card.style.translate = `${dx}px ${dy}px`
    const under = targetAt(event)
    if (under === over) return
    over?.removeAttribute('data-over')
    under?.setAttribute('data-over', '')
    over = under
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    ending.abort()
    over?.removeAttribute('data-over')
    if (!moving) return
    swallowClick()
    const flicked = over === null && isFlick(start, event)
    const dropped = event.type === 'pointerup' && (over !== null || flicked)
    if (dropped) drop(over?.dataset.drop ?? '')
    // by then an accepted card is gone: it has travelled on from where it was dropped
    setTimeout(() => cards.forEach(putBack), dropped ? ANSWERED_MS : 0)
  }

  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', end, { signal })
}

function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  const under = document.elementFromPoint(clientX, clientY)
  return under?.closest<HTMLElement>('[data-drop]') ?? null
}

/** A drag that ends on the card itself is no tap. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

function putBack(card: HTMLElement): void {
  card.style.transition = `translate ${BACK_MS}ms`
  card.style.translate = ''
  card.style.pointerEvents = ''
  setTimeout(() => {
    card.style.zIndex = ''
    card.style.transition = ''
  }, BACK_MS)
}
