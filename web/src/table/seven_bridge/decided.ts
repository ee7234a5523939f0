import { cardText } from '../../lib/cards/names'
import type { Event, View } from '../../lib/protocol'
import { standing } from '../log'
import { seatName } from '../seats'
import { cardsText, type Scene } from '../sentences'
import { own } from './texts'

const CLAIMS = ['pon', 'chi']

/** The discard that whoever went out claimed last; else the cards with which they went out. */
export function decided(scene: Scene, _: View, events: readonly Event[]): string | null {
  const winner = events.find(({ kind }) => kind === 'out')?.seat
  if (winner == null) return null
  const moves = standing(events).filter(({ kind }) => kind === 'move')
  const theirs = moves.filter(({ seat }) => seat === winner)
  const claim = theirs.findLast(({ action }) => CLAIMS.includes(action ?? ''))
  const name = seatName(winner, scene)
  const won = winner === scene.viewer
  const thrown =
    claim && moves.findLast(({ action, version }) => action === 'discard' && version < claim.version)
  if (!thrown || thrown.seat === null)
    return own('table.decided', { you: won, seat: name, cards: cardsText(theirs.at(-1)!.cards) })
  return own('table.decided_claim', {
    you: thrown.seat === scene.viewer,
    seat: seatName(thrown.seat, scene),
    card: cardText(thrown.cards[0]!),
    won,
    winner: name,
  })
}
