import type { FrameMaker } from '../frames'

export { default } from './SevenBridgeTable.svelte'
export * from './sentences'

export const frames: FrameMaker = (_, view) => [{ view, hold: 300 }]
