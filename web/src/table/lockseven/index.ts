export { default } from './LockSevenTable.svelte'
export { frames } from './frames'
export { ahead } from './orders'
export { call } from './prompt'
export { moveName, sentence } from './sentences'

export const toRight = true
