import { t } from './i18n/index.svelte'
import type { Placing } from './protocol'

/** A place among those who have the same cards: "3rd of 9", "tied for 4th of 10". */
export const placeText = ({ place, level, of }: Placing): string => t('place', { place, level, of })
