import { createContext } from 'svelte'

/** Open what is known of the players, and how well the bots play; given by the table to the chips on it. */
export const [openingPlayers, setOpeningPlayers] = createContext<() => void>()
