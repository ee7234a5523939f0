import type { Event, LockSevenView, View, WrittenMove } from '../../lib/protocol'
import { kinds } from '../staged'
import { PLAY } from '../written'
import { unplayed } from './round'
import { setText } from './sentences'

export { default as Table } from './LockSevenTable.svelte'
export { frames } from './frames'
export { premove } from './premoves'
export { question } from './prompt'
export { measure } from './measure'

const events = kinds(
  'called',
  'called_openly',
  'alone',
  'conceded',
  'thrown_in',
  'trump',
  'no_suit',
  'throw_failed',
  'throw_taken_back',
  'partner',
)
/** Anti-calls are staged, and what others bury: they could not be read otherwise. */
export const staged = (event: Event) =>
  events(event) ||
  event.action === 'anti' ||
  (event.action === 'bury' && event.cards.every((card) => card === '?'))
export const permanentTrump = (card: string) => card[0] === '7'
export const cameToNothing = (view: View) => unplayed(view as LockSevenView)
/** The time that a pass takes must not tell whether the seat holds a pair to show. */
export const secretive = (view: View) => (view as LockSevenView).phase === 'anti'
export const naming = (view: View, { kind, cards }: WrittenMove) =>
  kind === PLAY ? setText((view as LockSevenView).rows, cards) : null
