import { kinds } from '../staged'

export { default as Table } from './LockupTable.svelte'
export { frames } from './frames'

export const staged = kinds('locked', 'lost', 'passed')
