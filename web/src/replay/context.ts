import { createContext } from 'svelte'
import type { Replaying } from './replaying.svelte'
import type { Notes } from '../review/notes.svelte'
import type { Views } from './views.svelte'

/** The round that is shown, for what stands around its table. */
export const [replaying, setReplaying] = createContext<Replaying>()

/** Whose cards are seen, and how to see others'. */
export const [views, setViews] = createContext<Views>()

/** What a review says of the moments. */
export const [notes, setNotes] = createContext<Notes>()

/** Where the page is too small for the cards of all hands at their seats: they are on slips. */
export const SMALL = '((width < 900px) and (orientation: portrait)) or (height < 560px)'
