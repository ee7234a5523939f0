/** A card of a move that was not shown. */
export const HIDDEN = '?'

const countOf = (card: string, cards: readonly string[]) => cards.filter((each) => each === card).length

/** All of some cards are among others, as often as they are there. */
export function within(some: readonly string[], all: readonly string[]): boolean {
  return some.every((card) => countOf(card, some) <= countOf(card, all))
}
