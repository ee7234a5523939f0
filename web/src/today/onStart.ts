/** What the start page shows of today, loaded once somebody is here for more than the first time. */
export { default as Introduced } from './Introduced.svelte'
export { default as TileDeal } from './TileDeal.svelte'
export { default as WeekLine } from './WeekLine.svelte'
