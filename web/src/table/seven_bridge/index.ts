import type { Event } from '../../lib/protocol'
import type { FrameMaker } from '../frames'
import { kinds } from '../staged'

export { default as Table } from './SevenBridgeTable.svelte'
export { premove, question } from './question'

export const frames: FrameMaker = (_, view) => [{ view, hold: 300 }]
export const lowFirst = true
export const turnEnd = 'discard'

const LEAST_MELD = 3
const isStaged = kinds('remade', 'out', 'void')

/** Melds of fewer cards than others need: those of sevens. */
const ofSevens = ({ action, cards }: Event) => action === 'meld' && cards.length < LEAST_MELD
export const staged = (event: Event) => isStaged(event) || ofSevens(event)
