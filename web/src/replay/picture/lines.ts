/** A sentence set in lines, with its cards drawn among the words. */
import { partsOf } from '../../table/sentences'
import { CHIP, chip, words, type Lettering, type Look, type Measure } from './marks'

/** What stays together on a line: words and cards. */
type Piece = { text: string } | { card: string }
type Group = readonly Piece[]

const SPACE = /^\s+$/
const OPENS = /^[([{（「『“‘《【]+$/
const CLOSES = /^[\p{P}\p{S}]+$/u

/** The text cut where a line may end. */
function groupsOf(text: string, language: string): Group[] {
  const cutter = new Intl.Segmenter(language, { granularity: 'word' })
  const groups: Piece[][] = []
  let joins = false
  const add = (piece: Piece, joined: boolean) => {
    if (joined && groups.length > 0) groups.at(-1)!.push(piece)
    else groups.push([piece])
  }
  for (const { said, open, card, stop } of partsOf(text)) {
    for (const { segment } of cutter.segment(said)) {
      add({ text: segment }, joins || (CLOSES.test(segment) && !OPENS.test(segment)))
      joins = OPENS.test(segment)
    }
    if (!card) continue
    if (open) add({ text: open }, joins)
    add({ card }, joins || open !== '')
    if (stop) add({ text: stop }, true)
    joins = false
  }
  return groups
}

export interface Setting {
  language: string
  /** How wide a line may be, in px. */
  width: number
  how: Lettering
  measure: Measure
}

const heightOf = ({ size }: Lettering) => size * 1.5
const isSpace = (group: Group) => group.every((piece) => 'text' in piece && SPACE.test(piece.text))
const trimmed = (line: readonly Group[]) => {
  const [first, last] = [line.findIndex((one) => !isSpace(one)), line.findLastIndex((one) => !isSpace(one))]
  return line.slice(Math.max(0, first), last + 1)
}

/** The lines of a sentence. */
export function linesOf(text: string, { language, width, how, measure }: Setting): Piece[][] {
  const wide = (pieces: readonly Piece[]) =>
    pieces.reduce((sum, piece) => sum + pieceWidth(piece, how, measure), 0)
  const lines: Group[][] = [[]]
  for (const group of groupsOf(text, language)) {
    const line = lines.at(-1)!
    if (wide(trimmed([...line, group]).flat()) <= width || trimmed(line).length === 0) line.push(group)
    else lines.push([group])
  }
  return lines.map((line) => joined(trimmed(line).flat())).filter((line) => line.length > 0)
}

/** Words side by side are one text. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if ('text' in piece && last && 'text' in last) all[all.length - 1] = { text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

function pieceWidth(piece: Piece, how: Lettering, measure: Measure): number {
  return 'card' in piece ? heightOf(how) * CHIP + 2 : measure(piece.text, how)
}

/** A line drawn, its middle at `x`, on its base line. */
export function line(
  look: Look,
  pieces: readonly Piece[],
  x: number,
  y: number,
  how: Lettering,
  measure: Measure,
) {
  const widths = pieces.map((piece) => pieceWidth(piece, how, measure))
  let from = x - widths.reduce((sum, width) => sum + width, 0) / 2
  return pieces
    .map((piece, i) => {
      const drawn =
        'card' in piece
          ? chip(look, piece.card, from + 1, y - how.size * 1.1, heightOf(how))
          : words(look, piece.text, from, y, how)
      from += widths[i]!
      return drawn
    })
    .join('')
}
