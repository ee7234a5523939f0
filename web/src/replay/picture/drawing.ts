/** The picture of a moment: the head, the table in small, what happened, the hands that are seen. */
import { line, linesOf } from './lines'
import {
  at,
  back,
  card,
  defs,
  faceMark,
  RATIO,
  tag,
  words,
  type Lettering,
  type Look,
  type Measure,
} from './marks'
import type { Lying, Told, ToldSeat } from './told'

/** How wide every picture is, in px; how high it is follows from what it shows. */
export const WIDTH = 1200
const EDGE = 44
const INSIDE = WIDTH - 2 * EDGE
const MIDDLE = WIDTH / 2

interface Pen {
  look: Look
  measure: Measure
  language: string
}

/** A part of the picture, drawn from its own upper edge on. */
interface Part {
  height: number
  drawn: string
}

const PLATE = { width: 236, height: 64 }
const NAME: Lettering = { size: 26, bold: true }
const TITLE: Lettering = { size: 52, display: true }
const SMALL: Lettering = { size: 26 }
const SENTENCE: Lettering = { size: 34, anchor: 'start' }

/** A whole picture as SVG; `symbols` are the drawings that it refers to. */
export function draw(told: Told, pen: Pen, symbols: string): { svg: string; height: number } {
  const parts = [tableOf(told, pen), sentenceOf(told.sentence, pen), handsOf(told, pen)]
  let y = 142
  const placed = parts
    .filter(({ height }) => height > 0)
    .map(({ height, drawn }) => {
      const here = at(0, y, drawn)
      y += height + 22
      return here
    })
  const height = Math.round(y + 26)
  const svg = tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` },
    symbols,
    defs(pen.look),
    ground(pen.look, height),
    headOf(told, pen),
    ...placed,
  )
  return { svg, height }
}

function ground(look: Look, height: number): string {
  const brass = { fill: 'none', stroke: look.colour('--brass') }
  const rim = (inset: number, width: number, opacity: number) =>
    tag('rect', {
      x: inset,
      y: inset,
      width: WIDTH - 2 * inset,
      height: height - 2 * inset,
      rx: 14,
      'stroke-width': width,
      'stroke-opacity': opacity,
      ...brass,
    })
  return [
    tag('rect', { width: WIDTH, height, fill: 'url(#felt)' }),
    tag('use', { href: '#own-picture', x: MIDDLE - 340, y: 130, width: 680, height: 520, opacity: 0.1 }),
    rim(12, 2.5, 0.8),
    rim(20, 1, 0.5),
  ].join('')
}

function headOf(told: Told, { look, measure }: Pen): string {
  const muted = look.colour('--on-felt-muted')
  const size = { size: 26, bold: true } as const
  const face = told.viewFace === null ? 0 : 50
  const view = fitted(told.view, 420, size, measure)
  const wide = measure(view, size) + face + 44
  return [
    words(look, told.title, EDGE + 4, 82, TITLE),
    words(look, told.place, EDGE + 4, 120, { ...SMALL, fill: muted }),
    tag('rect', {
      x: WIDTH - EDGE - wide,
      y: 42,
      width: wide,
      height: 60,
      rx: 30,
      fill: look.colour('--felt-deep'),
      stroke: look.colour('--brass'),
      'stroke-width': 1.5,
    }),
    told.viewFace === null ? '' : faceMark(look, told.viewFace, WIDTH - EDGE - wide + 36, 72, 42),
    words(look, view, WIDTH - EDGE - wide + 22 + face, 81, size),
  ].join('')
}

/** A text cut with an ellipsis where it is too long. */
function fitted(text: string, width: number, how: Lettering, measure: Measure): string {
  if (measure(text, how) <= width) return text
  const signs = [...text]
  while (signs.length > 0 && measure(`${signs.join('')}…`, how) > width) signs.pop()
  return `${signs.join('')}…`
}

/** A player's plate, its middle at a point; `more` stands at its right. */
function plate(seat: ToldSeat, x: number, y: number, { look, measure }: Pen, more = '', lit = false): string {
  const [left, top] = [x - PLATE.width / 2, y - PLATE.height / 2]
  const space = PLATE.width - 84 - (more ? measure(more, NAME) + 14 : 0)
  return [
    tag('rect', {
      x: left,
      y: top,
      ...PLATE,
      rx: 12,
      fill: look.colour('--felt-deep'),
      stroke: lit ? look.colour('--brass') : look.colour('--felt-line'),
      'stroke-width': lit ? 3 : 1.5,
    }),
    seat.face === null ? '' : faceMark(look, seat.face, left + 38, y, 44),
    words(look, fitted(seat.name, space, NAME, measure), left + 72, y + 9, NAME),
    more
      ? words(look, more, left + PLATE.width - 16, y + 9, {
          ...NAME,
          anchor: 'end',
          fill: look.colour(lit ? '--lamp' : '--on-felt-muted'),
        })
      : '',
  ].join('')
}

function tableOf(told: Told, pen: Pen): Part {
  const { lying, seats } = told
  if (lying.kind === 'result') return resultOf(seats, lying, pen)
  if (lying.kind === 'spread') return stacked([platesOf(seats, pen), spreadOf(lying, seats, pen)], 24)
  if (lying.piles.length === 0) return platesOf(seats, pen)
  const atSeats = seats.every(({ compass }) => compass !== null)
  return atSeats ? crossOf(seats, lying, pen) : stacked([platesOf(seats, pen), rowOf(seats, lying, pen)], 24)
}

function stacked(parts: readonly Part[], gap: number): Part {
  let height = 0
  const drawn = parts.map((part) => {
    const here = at(0, height, part.drawn)
    height += part.height + gap
    return here
  })
  return { height: height - gap, drawn: drawn.join('') }
}

/** All players in rows of four, with the number of their cards. */
function platesOf(
  seats: readonly ToldSeat[],
  pen: Pen,
  more?: readonly string[],
  lit: readonly number[] = [],
): Part {
  const rows = Math.ceil(seats.length / 4)
  const inRow = Math.ceil(seats.length / rows)
  const step = Math.min(INSIDE / inRow, PLATE.width + 44)
  const drawn = seats.map((seat, i) => {
    const row = Math.floor(i / inRow)
    const here = Math.min(inRow, seats.length - row * inRow)
    const x = MIDDLE + step * ((i % inRow) - (here - 1) / 2)
    const y = PLATE.height / 2 + row * (PLATE.height + 16)
    return plate(seat, x, y, pen, more?.[i] ?? (seat.cards > 0 ? String(seat.cards) : ''), lit.includes(i))
  })
  return { height: rows * (PLATE.height + 16) - 16, drawn: drawn.join('') }
}

/** A play of several cards lies in rows of at most four. */
const STEP = 0.42
const rowsOf = (count: number) => (count > 4 ? Math.ceil(count / 4) : 1)
const columnsOf = (count: number) => Math.ceil(count / rowsOf(count))
const reachOf = (columns: number) => 1 + (columns - 1) * STEP
const tallOf = (rows: number) => 1 + (rows - 1) * 0.5

type Trick = Extract<Lying, { kind: 'trick' }>

const mostOf = (piles: Trick['piles']) => Math.max(1, ...piles.map(({ cards }) => cards.length))

/** The cards of a play around a point. */
function play(
  look: Look,
  cards: readonly string[],
  x: number,
  y: number,
  width: number,
  winning: boolean,
): string {
  const [rows, columns] = [rowsOf(cards.length), columnsOf(cards.length)]
  const left = x - (width * reachOf(columns)) / 2
  const top = y - (width * RATIO * tallOf(rows)) / 2
  return cards
    .map((name, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns]
      const [cardX, cardY] = [left + column * STEP * width, top + row * 0.5 * RATIO * width]
      return card(look, name, cardX, cardY, width, { winning, compact: cards.length > 1 })
    })
    .join('')
}

/** A trick with each play before its player, as on the table. */
function crossOf(seats: readonly ToldSeat[], { piles, winner }: Trick, pen: Pen): Part {
  const [three, north] = [seats.length === 3, seats.some(({ compass }) => compass === 'north')]
  const most = mostOf(piles)
  const tall = tallOf(rowsOf(most))
  const reach = reachOf(columnsOf(most))
  const offset = three ? 0.26 : 0.54
  const width = Math.min(three ? 156 : 146, 420 / (RATIO * tall * (1 + 2 * offset)), 188 / reach)
  const [wide, high] = [width * reach, width * RATIO * tall]
  const top = north ? PLATE.height + 18 : 6
  const y = top + high * (0.5 + offset)
  const below = y + high * (0.5 + offset) + 18
  const spots = {
    north: { x: MIDDLE, y: y - offset * high, turn: 1, name: [MIDDLE, PLATE.height / 2] },
    south: { x: MIDDLE, y: y + offset * high, turn: -0.6, name: [MIDDLE, below + PLATE.height / 2] },
    west: {
      x: MIDDLE - 1.15 * wide,
      y: three ? y - offset * high : y,
      turn: -2.5,
      name: [EDGE + PLATE.width / 2, y],
    },
    east: {
      x: MIDDLE + 1.15 * wide,
      y: three ? y - offset * high : y,
      turn: 2,
      name: [WIDTH - EDGE - PLATE.width / 2, y],
    },
  } as const
  const plates = seats.map((seat, i) => {
    const [x, plateY] = spots[seat.compass!].name
    return plate(seat, x, plateY, pen, '', i === winner)
  })
  // a place is left for whoever has still to play
  const places = seats
    .filter((_, i) => !piles.some((pile) => pile.seat === i))
    .map(({ compass }) => {
      const { x, y } = spots[compass!]
      return tag('rect', {
        x: x - wide / 2,
        y: y - high / 2,
        width: wide,
        height: high,
        rx: width * 0.07,
        fill: 'none',
        stroke: pen.look.colour('--felt-line'),
        'stroke-width': 1.5,
        'stroke-dasharray': '6 5',
      })
    })
  const plays = piles.map(({ seat, cards }) => {
    const { x, y, turn } = spots[seats[seat ?? 0]!.compass!]
    const drawn = play(pen.look, cards, x, y, width, seat === winner)
    return tag('g', { transform: `rotate(${turn} ${x} ${y})` }, drawn)
  })
  return { height: below + PLATE.height, drawn: [...plates, ...places, ...plays].join('') }
}

/** A trick of more players: the plays side by side, each with its player's name below. */
function rowOf(seats: readonly ToldSeat[], { piles, winner }: Trick, { look, measure }: Pen): Part {
  const space = INSIDE / piles.length
  const reach = reachOf(columnsOf(mostOf(piles)))
  const tall = tallOf(rowsOf(mostOf(piles)))
  const width = Math.min(140, (space - 20) / reach)
  const high = width * RATIO * tall
  const drawn = piles.map(({ seat, cards }, i) => {
    const x = EDGE + space * (i + 0.5)
    const name = seat === null ? '' : fitted(seats[seat]!.name, space - 12, NAME, measure)
    return (
      play(look, cards, x, high / 2, width, seat !== null && seat === winner) +
      words(look, name, x, high + 40, { ...NAME, anchor: 'middle' })
    )
  })
  return { height: high + 48, drawn: drawn.join('') }
}

/** The stock, the top discard, and the melds with their owners' names. */
function spreadOf(
  { discard, stock, melds }: Extract<Lying, { kind: 'spread' }>,
  seats: readonly ToldSeat[],
  { look, measure }: Pen,
): Part {
  const PILE = 130
  const piles = [
    stock === null
      ? ''
      : back(look, 0, 0, PILE) +
        words(look, String(stock), PILE / 2, PILE * RATIO + 36, { ...NAME, anchor: 'middle' }),
    discard === null ? '' : card(look, discard, PILE + 26, 0, PILE),
  ]
  const used = stock === null && discard === null ? 0 : 2 * PILE + 26 + 44
  const [small, gap] = [88, 34]
  const high = small * RATIO + 56
  let [x, y] = [0, 0]
  const rows: string[][] = [[]]
  const widths: number[] = [0]
  for (const { seat, cards } of melds) {
    const wide = small * (1 + (cards.length - 1) * 0.5)
    if (x > 0 && x + wide > INSIDE - used) {
      ;[x, y] = [0, y + high]
      rows.push([])
      widths.push(0)
    }
    const laid = cards.map((name, i) =>
      card(look, name.split('=')[0]!, x + i * small * 0.5, y, small, { compact: true }),
    )
    const owner = seat === null ? '' : fitted(seats[seat]!.name, wide, SMALL, measure)
    const under = words(look, owner, x + wide / 2, y + small * RATIO + 34, {
      size: 22,
      anchor: 'middle',
      fill: look.colour('--on-felt-muted'),
    })
    rows.at(-1)!.push(...laid, under)
    widths[widths.length - 1] = x + wide
    x += wide + gap
  }
  const spread = Math.max(...widths)
  const left = MIDDLE - (used + spread) / 2
  const height = Math.max(used > 0 ? PILE * RATIO + 44 : 0, melds.length > 0 ? y + high - 14 : 0)
  return { height, drawn: at(left, 0, ...piles) + at(left + used, 0, rows.flat().join('')) }
}

function resultOf(seats: readonly ToldSeat[], result: Extract<Lying, { kind: 'result' }>, pen: Pen): Part {
  const { look, measure } = pen
  const lines = (text: string, how: Lettering, step: number, fill?: string): Part => {
    const set = linesOf(text, { language: pen.language, width: INSIDE - 80, how, measure })
    const drawn = set.map((pieces, i) =>
      line(look, pieces, MIDDLE, how.size + i * step, { ...how, fill }, measure),
    )
    return { height: set.length * step, drawn: drawn.join('') }
  }
  const won = result.winners.map((seat) => seats[seat]!.face).filter((face) => face !== null)
  const faces = won.map((face, i) => faceMark(look, face, MIDDLE + 112 * (i - (won.length - 1) / 2), 52, 96))
  const figure = words(look, result.figure, MIDDLE, 118, {
    size: 140,
    display: true,
    anchor: 'middle',
    fill: look.colour('--lamp'),
  })
  return stacked(
    [
      { height: won.length > 0 ? 104 : 0, drawn: faces.join('') },
      lines(result.headline, { size: 60, display: true }, 72),
      lines(result.why, SMALL, 36, look.colour('--on-felt-muted')),
      lines(result.whose, SMALL, 30, look.colour('--on-felt-muted')),
      { height: result.figure ? 130 : 0, drawn: result.figure ? figure : '' },
      platesOf(seats, pen, result.points, result.winners),
    ].filter(({ height }) => height > 0),
    22,
  )
}

function sentenceOf(text: string, { look, measure, language }: Pen): Part {
  const STEP = 58
  const set = linesOf(text, { language, width: INSIDE - 60, how: SENTENCE, measure })
  const drawn = set.map((pieces, i) => line(look, pieces, MIDDLE, 40 + i * STEP, SENTENCE, measure))
  return { height: set.length * STEP - 4, drawn: drawn.join('') }
}

/** One hand as it is held, or all hands on slips. */
function handsOf({ hands, seats }: Told, pen: Pen): Part {
  const { look } = pen
  const [only, ...others] = hands
  if (!only) return { height: 0, drawn: '' }
  if (others.length === 0) {
    const width = 128
    return { height: width * RATIO, drawn: fan(look, only.cards, MIDDLE, INSIDE, width) }
  }
  const [space, width] = [INSIDE / 2 - 14, 76]
  const high = width * RATIO + 50
  const drawn = hands.map(({ seat, cards }, i) => {
    const x = EDGE + space / 2 + (i % 2) * (space + 28)
    const { name, face } = seats[seat]!
    const shown = fitted(name, space - 60, NAME, pen.measure)
    return at(
      0,
      Math.floor(i / 2) * (high + 18),
      face === null ? '' : faceMark(look, face, x - space / 2 + 20, 18, 34),
      words(look, shown, x - space / 2 + (face === null ? 0 : 48), 28, NAME),
      at(0, 50, fan(look, cards, x, space, width, x - space / 2)),
    )
  })
  return { height: Math.ceil(hands.length / 2) * (high + 18) - 18, drawn: drawn.join('') }
}

/** Cards side by side within so much room, around a middle or from the left. */
function fan(
  look: Look,
  cards: readonly string[],
  x: number,
  space: number,
  width: number,
  left?: number,
): string {
  const step = Math.min(width * 0.62, cards.length > 1 ? (space - width) / (cards.length - 1) : 0)
  const from = left ?? x - (step * (cards.length - 1) + width) / 2
  return cards.map((name, i) => card(look, name, from + i * step, 0, width, { compact: true })).join('')
}
