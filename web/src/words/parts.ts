import '../lib/i18n/seldom'
import { withMessages } from '../lib/i18n/index.svelte'

/** The links at the foot of a page. */
export const links = () => withMessages('words', import('./WordsLinks.svelte'))
