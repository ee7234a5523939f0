/** What a bubble can point at, by name, and what it should not cover. */

import { elementAt } from '../table/cardFlights'
import { overlap, type Box, type Obstacle } from './fitting'

/** Names that are not those of spots, and the elements that they mean on every table. */
const SELECTORS: Record<string, string> = {
  hand: '[data-hand]',
  trick: '.centre .card',
  melds: '.centre .melds .card',
  actions: '.actions > .bar',
  me: '.me',
  called: '.me .called',
  role: '.me .badge',
  points: '.me .sides',
}

const isCard = (name: string) => /^([2-9TJQKA][SHDC]|RJ|BJ|JK)$/.test(name)

function elementsAt(name: string): Element[] {
  const selector = SELECTORS[name]
  if (selector) return [...document.querySelectorAll(selector)]
  if (isCard(name)) return [...document.querySelectorAll(`[data-hand] [data-id="${name}"]`)]
  const element = elementAt(name.replace(/^seat(\d)$/, 'seat:$1'))
  return element ? [element] : []
}

/** The box around some elements; null where none of them is seen. */
function boxAround(elements: readonly Element[]): Box | null {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0)
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.left))
  const y = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.right))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  return { x, y, width: right - x, height: bottom - y }
}

/** Where the thing of this name is: a card of the hand, a seat, `trick`, `hand`, `actions`, `me`, a pile. */
export function boxOf(name: string): Box | null {
  return boxAround(elementsAt(name))
}

/** What matters on a table and how much, most of all what can be pressed. */
const NEEDED: readonly [string, number][] = [
  ['[data-hand] button', 12],
  ['.actions > .bar', 12],
  // also those of a card over the table; plates are read more than they are pressed
  ['main button:not([data-hand] *, .bubble *, .chip *)', 1000],
  ['.refused', 8],
  ['.over > .card', 8],
  ['.stake > p', 40],
  ['.ladder li', 60],
  ['.tug', 20],
  ['.me > * > *', 30],
  ['.centre .card', 8],
  ['.tray .words > *', 8],
  ['.status.asks', 4],
  ['.chip', 1],
]

/** What a bubble should keep clear of, as it lies now. */
export function obstacles(): Obstacle[] {
  return NEEDED.flatMap(([selector, weight]) =>
    [...document.querySelectorAll(selector)].map((element) => {
      // copied into a plain object: it is read many times, and a DOMRect is slow to read
      const { x, y, width, height } = element.getBoundingClientRect()
      return { box: { x, y, width, height }, weight }
    }),
  )
}

/** The pieces of text that are only read, not pressed. */
const READ = '.status > span, .me > * > *, .centre .aside, .choosing dl > div'

/** Hide every piece of text of which any part is under this box: the rest of it would make no sense. */
export function hideUnder(box: Box | null): void {
  for (const piece of document.querySelectorAll(READ)) {
    const covered = box !== null && overlap(piece.getBoundingClientRect(), box) > 0
    piece.toggleAttribute('data-covered', covered)
  }
}
