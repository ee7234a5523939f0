import { kinds } from '../staged'

export { default as Table } from './Trump7Table.svelte'
export { ofTricks as frames } from '../frames'
export { measure } from './measure'

export const staged = kinds('widow_taken', 'leaster')
