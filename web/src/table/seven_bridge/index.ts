import type { FrameMaker } from '../frames'

export { default as Table } from './SevenBridgeTable.svelte'
export { premove, question } from './question'

export const frames: FrameMaker = (_, view) => [{ view, hold: 300 }]
export const lowFirst = true
export const turnEnd = 'discard'
