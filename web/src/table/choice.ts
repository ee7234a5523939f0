/** The cards of a hand that a player has chosen, by their ids. */
import type { Event, View, WrittenMove } from '../lib/protocol'
import { cardOf, withIds } from './hand'
import { cardIn } from './written'

/** What stays chosen after the player's own moves, if there were any: what they did not play and still hold. */
export function stillChosen(
  ids: readonly string[],
  moves: readonly Event[],
  { hand }: Pick<View, 'hand'>,
): string[] {
  const left = ids.map(cardOf)
  for (const card of moves.flatMap(({ cards }) => cards.map(cardIn))) {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
  }
  const held = withIds(hand)
  return [...new Set(left)].flatMap((card) => {
    const copies = held.filter((id) => cardOf(id) === card)
    // of two copies, the one that is left may now have the other's id
    const chosenFirst = copies.toSorted(
      (one, other) => Number(ids.includes(other)) - Number(ids.includes(one)),
    )
    return chosenFirst.slice(0, left.filter((other) => other === card).length)
  })
}

/** These ids with one added, or taken out if it was among them. */
export function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
}

/** The ids that a move's cards have in a hand. */
export function idsOf(move: WrittenMove, { hand }: Pick<View, 'hand'>): string[] {
  const named = withIds(move.cards.map(cardIn))
  return withIds(hand).filter((id) => named.includes(id))
}

export function sameCards(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join()
}
