import type { LockSevenView, View } from '../../lib/protocol'
import { newest, ofTricks, type FrameMaker } from '../frames'
import { cardOf, withIds } from '../hand'
import type { Frame } from '../queue'

/** As on the server: so many cards are dealt in the time of a bot's move. */
const CARDS_A_PAUSE = 5
/** Cards that lie beside each other in the hand are not dealt one after the other: a step that meets all. */
const [STEP, PRIME] = [13, 37]

/** In the deal no picture is held, as the next card comes at once. A failed throw is shown with its trick. */
export const frames: FrameMaker = (shown, view, events, pace) => {
  if (view.phase === 'deal') return newest(shown, view, events, pace)
  const rest =
    shown.phase === 'deal' && pace > 0 ? dealtOut(shown as LockSevenView, view as LockSevenView) : []
  const hold = (shown.hand_sizes.length * pace) / CARDS_A_PAUSE
  const [first, ...others] = ofTricks(shown, view, events, pace)
  const failed = ['throw_failed', 'throw_taken_back']
  const thrown = events.find(({ kind }) => failed.includes(kind))?.cards
  const dealt: Frame<View>[] = rest.map((view) => ({ view, hold, read: true }))
  if (!thrown || others.length === 0) return [...dealt, first!, ...others]
  return [{ ...first!, view: { ...first!.view, thrown } as View }, ...others]
}

/** The rest of a deal that a call has ended (LS-2.2): the hand as it grows card by card, up to the last. */
function dealtOut(shown: LockSevenView, view: LockSevenView): LockSevenView[] {
  const [before, whole] = [withIds(shown.hand), withIds(view.hand)]
  const size = Math.min(...view.hand_sizes)
  const fresh = whole.filter((id) => !before.includes(id)).map((id, i) => ({ id, at: (i * STEP) % PRIME }))
  fresh.sort((one, other) => one.at - other.at)
  return fresh.slice(0, Math.max(0, size - before.length)).map((_, i) => {
    const held = new Set([...before, ...fresh.slice(0, i + 1).map(({ id }) => id)])
    return {
      ...shown,
      acting: [],
      host: view.host,
      hand: cardsHeld(view.hand, held),
      rows: rowsHeld(view, held),
      hand_sizes: shown.hand_sizes.map((cards) => Math.min(size, cards + i + 1)),
      dealt: Math.min(size * view.hand_sizes.length, shown.dealt + (i + 1) * view.hand_sizes.length),
    }
  })
}

const cardsHeld = (cards: readonly string[], held: ReadonlySet<string>): string[] =>
  withIds(cards)
    .filter((id) => held.has(id))
    .map(cardOf)

/** The rows of the hand with these of its cards alone. */
function rowsHeld({ rows }: LockSevenView, held: ReadonlySet<string>): LockSevenView['rows'] {
  return rows
    .map((row) => ({ ...row, cards: cardsHeld(row.cards, held), sets: [] }))
    .filter(({ cards }) => cards.length > 0)
}
