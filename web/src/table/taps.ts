/** How taps and flicks play cards: where a first tap only lifts a card, and whether the player knows it. */
import { preferences } from '../lib/preferences.svelte'
import { keep, recall } from '../lib/storage'

/** A flick goes at least this far upwards, in px, and takes at most this long, in ms. */
const FLICK_PX = 36
const FLICK_MS = 350
const STORED_AS = 'sevenfold.taps'

/** Whether a first tap with this kind of pointer only lifts a card. */
export function lifts(pointer: string): boolean {
  return preferences.lifting === 'always' || (preferences.lifting === 'touch' && pointer === 'touch')
}

type Pressed = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp' | 'pointerType'>

/** Whether a finger went from here to there in a quick stroke upwards. */
export function isFlick(start: Pressed, end: Pressed): boolean {
  const [up, aside] = [start.clientY - end.clientY, Math.abs(end.clientX - start.clientX)]
  const quick = end.timeStamp - start.timeStamp <= FLICK_MS
  return ['touch', 'pen'].includes(start.pointerType) && quick && up >= FLICK_PX && up > aside
}

/** The player has played a card that they had lifted before. */
export const knowsLifting = (): boolean => recall(STORED_AS) !== null

export function setKnowsLifting(): void {
  keep(STORED_AS, 'known')
}
