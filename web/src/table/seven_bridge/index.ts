import type { FrameMaker } from '../frames'

export { default as Table } from './SevenBridgeTable.svelte'
export * from './sentences'

export const frames: FrameMaker = (_, view) => [{ view, hold: 300 }]
