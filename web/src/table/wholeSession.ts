import { createContext } from 'svelte'
import type { TableSession } from './session.svelte'

/**
 * The whole session, for what stands around every table: the shell, its panels, the people. A game's own
 * components are given a `GameSession`.
 */
export const [wholeSession, setWholeSession] = createContext<() => TableSession>()
