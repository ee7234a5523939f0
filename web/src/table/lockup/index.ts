export { default as Table } from './LockupTable.svelte'
export { ofTricks as frames } from '../frames'
