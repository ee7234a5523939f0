import type { WrittenMove } from '../lib/protocol'

/** A move of this kind with these cards, as it is sent: the word, the cards, what comes after them. */
export function written(
  kind: string,
  cards: readonly string[] = [],
  arg: string | number | null = null,
): WrittenMove {
  const words = [...(kind === 'play' ? [] : [kind]), ...cards, ...(arg === null ? [] : [arg])]
  return { text: words.join(' '), kind, cards: [...cards], arg: arg === null ? null : String(arg) }
}

export const PLAY = 'play'

/** To play a card, or several. */
export const play = (...cards: string[]): WrittenMove => written(PLAY, cards)

/** To pass: in every game it is the same word. */
export const PASS = written('pass')

/** The card itself: of a joker that stands for another card, the joker. */
export function cardIn(written: string): string {
  return written.split('=')[0]!
}

const isPass = ({ kind }: WrittenMove) => kind === PASS.kind

/** The offered move of a digit key, counted from 0, or of the key for the pass (null). */
export function offered(offers: readonly WrittenMove[], index: number | null): WrittenMove | undefined {
  return index === null ? offers.find(isPass) : offers.filter((move) => !isPass(move))[index]
}
