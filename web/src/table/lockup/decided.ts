import { cardText } from '../../lib/cards/names'
import type { Event, View } from '../../lib/protocol'
import { takings } from '../decided'
import { seatName } from '../seats'
import type { Scene } from '../sentences'
import { own } from './texts'

/** The lockup that cost most tricks, the viewer's before others'; null where none cost any. */
export function decided(scene: Scene, _: View, events: readonly Event[]): string | null {
  const over = events.filter(({ kind }) => kind === 'trick' || kind === 'passed')
  const costs = takings(events).map((taking) => {
    const clubs =
      events.find(({ kind, version }) => kind === 'locked' && version === taking.version)?.count ?? 0
    const after = over.filter(({ version }) => version > taking.version).length
    return { ...taking, cost: Math.min(clubs, after) }
  })
  const rank = ({ cost, seat }: (typeof costs)[number]) => 2 * cost + Number(seat === scene.viewer)
  const [worst] = costs.toSorted((one, other) => rank(other) - rank(one))
  if (!worst || worst.cost === 0) return null
  const { seat, cards, cost: count } = worst
  return own('table.decided', {
    you: seat === scene.viewer,
    seat: seatName(seat, scene),
    card: cardText(cards[0]!),
    count,
  })
}
