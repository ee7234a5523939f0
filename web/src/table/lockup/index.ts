export { default } from './LockupTable.svelte'
export { ofTricks as frames } from '../frames'
