/** The parts of a picture as SVG text: cards, faces, words. A picture holds all that it needs. */
import { CAP, isPicture, pipsOf, RANK_PATHS, RAYS, STAR } from '../../lib/cards/drawing'
import { suitOf } from '../../lib/cards/names'
import { SUIT_PATHS } from '../../lib/cards/suits'

/** The colours and fonts of the page, as the table shows them just now. */
export interface Look {
  colour: (name: string) => string
  font: string
  display: string
}

export interface Lettering {
  size: number
  bold?: boolean
  display?: boolean
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
}

/** How wide a text is, in px. */
export type Measure = (text: string, how: Lettering) => number

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

type Values = Record<string, string | number | undefined>

/** An element. */
export function tag(name: string, values: Values, ...inside: readonly string[]): string {
  const written = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')}>${inside.join('')}</${name}>`
}

const moved = (x: number, y: number, scale = 1) => `translate(${x} ${y}) scale(${scale})`
export const at = (x: number, y: number, ...inside: readonly string[]) =>
  tag('g', { transform: moved(x, y) }, ...inside)

/** A text on its base line. */
export function words(look: Look, text: string, x: number, y: number, how: Lettering): string {
  const { size, bold, display, fill, anchor } = how
  return tag(
    'text',
    {
      x,
      y,
      'xml:space': 'preserve',
      'font-family': display ? look.display : look.font,
      'font-size': size,
      'font-weight': bold ? 600 : 400,
      'text-anchor': anchor,
      fill: fill ?? look.colour('--on-felt'),
    },
    escaped(text),
  )
}

/** The ink of a card. */
function inkOf({ colour }: Look, card: string): string {
  if (card === 'JK') return colour('--suit-joker')
  return colour(`--suit-${suitOf(card) ?? (card === 'BJ' ? 'S' : 'H')}`)
}

/** A rank, or the star of a joker: hollow for the lower of two. */
function cornerOf(card: string, ink: string, transform: string): string {
  if (suitOf(card)) return stroke(RANK_PATHS[card[0]!]!, ink, transform)
  return card === 'BJ' ? stroke(STAR, ink, transform) : tag('path', { d: STAR, fill: ink, transform })
}

const stroke = (d: string, ink: string, transform: string) =>
  tag('path', { d, transform, fill: 'none', stroke: ink, 'stroke-width': 8, 'stroke-linejoin': 'round' })

export const RATIO = 7 / 5

/** A card of 250 by 350, as Card.svelte draws a wide one. */
function face(look: Look, card: string): string {
  const ink = inkOf(look, card)
  const suit = suitOf(card)
  const pip = (x: number, y: number, scale: number) =>
    suit ? tag('path', { d: SUIT_PATHS[suit], fill: ink, transform: moved(x, y, scale) }) : ''
  const halves = pipsOf(card).map((points, turned) =>
    tag(
      'g',
      { transform: turned ? 'rotate(180 125 175)' : undefined },
      cornerOf(card, ink, suit ? moved(10, 14, 1.05) : moved(9, 14, 0.44)),
      pip(13, 82, 0.36),
      ...points.map(([x, y]) => pip(102 + x, 152 + y, 0.46)),
    ),
  )
  const ace = suit && card[0] === 'A'
  const rays = tag(
    'g',
    { transform: moved(125, 175), fill: 'none', stroke: '#cfa14a', 'stroke-width': 4.4 },
    tag('path', { d: RAYS }),
    tag('circle', { r: 60, 'stroke-width': 2 }),
  )
  const drawn = tag('use', { href: `#${card === 'JK' ? 'RJ' : card}`, width: 250, height: 350 })
  return [isPicture(card) ? drawn : '', ...halves, ace ? rays + pip(81, 131, 0.88) : ''].join('')
}

/** A narrow card, as Card.svelte draws it: one large rank, and one large pip. */
function compactFace(look: Look, card: string): string {
  const ink = inkOf(look, card)
  const suit = suitOf(card)
  if (suit)
    return [
      stroke(RANK_PATHS[card[0]!]!, ink, moved(12, 14, 1.8)),
      tag('path', { d: SUIT_PATHS[suit], fill: ink, transform: moved(17, 124, 0.62) }),
      tag('path', { d: SUIT_PATHS[suit], fill: ink, transform: moved(118, 214, 1.14) }),
    ].join('')
  return [
    cornerOf(card, ink, moved(10, 14, 0.82)),
    tag('path', { d: CAP, fill: ink, transform: moved(10, 104, 0.82) }),
    tag('use', { href: `#${card === 'JK' ? 'RJ' : card}`, x: 84, y: 122, width: 180, height: 252 }),
  ].join('')
}

export interface CardLook {
  /** It takes the trick as it lies. */
  winning?: boolean
  compact?: boolean
}

/** A card, its upper left corner at a point. */
export function card(
  look: Look,
  name: string,
  x: number,
  y: number,
  width: number,
  how: CardLook = {},
): string {
  const ink = inkOf(look, name)
  const inside = how.compact ? compactFace(look, name) : face(look, name)
  return tag(
    'g',
    { transform: moved(x, y, width / 250), style: `--pip:${ink};color:${ink}` },
    paper(look, how.winning ?? false),
    inside,
  )
}

function paper({ colour }: Look, winning: boolean): string {
  const size = { width: 250, height: 350, rx: 17 }
  const glow = tag('rect', { ...size, fill: colour('--lamp'), filter: 'url(#glow)' })
  return [
    winning ? glow : tag('rect', { ...size, y: 8, fill: '#000', filter: 'url(#shadow)' }),
    tag('rect', {
      ...size,
      fill: 'url(#paper)',
      stroke: colour(winning ? '--brass' : '--card-edge'),
      'stroke-width': winning ? 12 : 3,
    }),
  ].join('')
}

/** The back of a card, from the drawing of the game's own. */
export function back(look: Look, x: number, y: number, width: number): string {
  const own = tag('use', { href: '#own-back', width: 250, height: 350 })
  return tag('g', { transform: moved(x, y, width / 250) }, paper(look, false), own)
}

/** How wide a card in a sentence is, by its height. */
export const CHIP = 128 / 88

/** A card in a sentence, as CardChip.svelte draws it. */
export function chip(look: Look, name: string, x: number, y: number, height: number): string {
  const ink = inkOf(look, name)
  const suit = suitOf(name)
  const rect = {
    x: 1,
    y: 1,
    width: 126,
    height: 86,
    rx: 12,
    fill: look.colour('--card-face'),
    stroke: look.colour('--card-edge'),
    'stroke-width': 2,
  }
  return tag(
    'g',
    { transform: moved(x, y, height / 88) },
    tag('rect', rect),
    cornerOf(name, ink, suit ? moved(16, 16) : moved(10, 20, 0.48)),
    tag('path', { d: suit ? SUIT_PATHS[suit] : CAP, fill: ink, transform: moved(66, 20, 0.48) }),
  )
}

/** A face in its brass ring, its middle at a point. */
export function faceMark(look: Look, name: string, x: number, y: number, width: number): string {
  const ring = {
    r: 34.5,
    cx: 32,
    cy: 32,
    fill: look.colour('--felt-deep'),
    stroke: look.colour('--brass'),
    'stroke-width': 2.5,
  }
  return tag(
    'g',
    { transform: moved(x - width / 2, y - width / 2, width / 64) },
    tag('circle', ring),
    tag('g', { 'clip-path': 'url(#round)' }, tag('use', { href: `#${name}`, width: 64, height: 64 })),
  )
}

/** What the parts above refer to. */
export function defs(look: Look): string {
  const stop = (offset: number, colour: string) => tag('stop', { offset, 'stop-color': colour })
  const blur = (id: string, deviation: number, opacity: number) =>
    tag(
      'filter',
      { id, x: '-40%', y: '-40%', width: '180%', height: '180%' },
      tag('feGaussianBlur', { stdDeviation: deviation }),
      tag('feComponentTransfer', {}, tag('feFuncA', { type: 'linear', slope: opacity })),
    )
  return tag(
    'defs',
    {},
    tag('clipPath', { id: 'round' }, tag('circle', { cx: 32, cy: 32, r: 32 })),
    tag(
      'linearGradient',
      { id: 'paper', x1: 0, y1: 0, x2: 0, y2: 1 },
      stop(0, look.colour('--card-lit')),
      stop(0.4, look.colour('--card-face')),
      stop(1, '#f8f0de'),
    ),
    tag(
      'radialGradient',
      { id: 'felt', cx: '50%', cy: '40%', r: '85%' },
      stop(0, look.colour('--felt-lit')),
      stop(0.48, look.colour('--felt')),
      stop(1, look.colour('--felt-shade')),
    ),
    blur('shadow', 9, 0.45),
    blur('glow', 26, 0.85),
  )
}
