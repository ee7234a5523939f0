export { default as Table } from './LockSevenTable.svelte'
export { frames } from './frames'
export { premove } from './premoves'
export { question } from './prompt'
