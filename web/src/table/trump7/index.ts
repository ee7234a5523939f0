export { default as Table } from './Trump7Table.svelte'
export { ofTricks as frames } from '../frames'
