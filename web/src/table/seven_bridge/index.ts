import type { FrameMaker } from '../frames'
import { kinds } from '../staged'

export { default as Table } from './SevenBridgeTable.svelte'
export { premove, question } from './question'

export const frames: FrameMaker = (_, view) => [{ view, hold: 300 }]
export const lowFirst = true
export const turnEnd = 'discard'

export const staged = kinds('remade', 'out', 'void')
