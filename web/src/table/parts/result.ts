import { withMessages } from '../../lib/i18n/index.svelte'

/** Load the result of a round, and its messages. */
export const loadResult = () => withMessages('result', import('./RoundEnd.svelte'))
