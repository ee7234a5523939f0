/** Pictured cards in texts: `{Q♠ 7♥}`. The server's `book/pictures.py` says how they are written. */

/** `takes`: the card takes the trick; `refused`: the rules refuse it. */
export type Mark = 'plain' | 'takes' | 'refused'

/** `card` is in notation, `QS`; a rank alone, `Q`; or `?` for a card face down. */
export interface Pictured {
  card: string
  mark: Mark
}

export type Picture = readonly (readonly Pictured[])[]

const SIGNS: Record<string, string> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' }
const MARKS: Record<string, Mark> = { '': 'plain', '*': 'takes', '!': 'refused' }
const CARD = /^(?:(10|[2-9AJQK])([♠♥♦♣]?)|(RJ|BJ|JK|\?))([*!]?)$/

/** The text between braces as groups of cards; null where it is anything else. */
export function readPicture(text: string): Picture | null {
  const groups = text.split('|').map((group) => group.trim().split(/\s+/).map(readCard))
  return groups.every((group) => group.every((card) => card !== null)) ? (groups as Pictured[][]) : null
}

function readCard(word: string): Pictured | null {
  const found = CARD.exec(word)
  if (!found) return null
  const [, rank, suit, other, mark] = found
  const card = other ?? (rank === '10' ? 'T' : rank!) + (SIGNS[suit!] ?? '')
  return { card, mark: MARKS[mark!]! }
}

/** Whether a pictured card is a rank of any suit. */
export const isRank = (card: string): boolean => card.length === 1 && card !== '?'

/** Stands in for a picture while a text is read as Markdown, in which `*` has another meaning. */
const HELD = /\uE000(\d+)\uE001/

/** A text with its pictures taken out, and the pictures. Other text in braces stays as it is written. */
export function holdPictures(text: string): { text: string; pictures: Picture[] } {
  const pictures: Picture[] = []
  const held = text.replace(/\{([^{}]*)\}/g, (written, inside: string) => {
    const picture = readPicture(inside)
    return picture ? `\uE000${pictures.push(picture) - 1}\uE001` : written
  })
  return { text: held, pictures }
}

/** A text cut at the pictures that were taken out of it. */
export function releasePictures(text: string, pictures: readonly Picture[]): (string | Picture)[] {
  return text.split(HELD).map((part, i) => (i % 2 === 1 ? pictures[Number(part)]! : part))
}
