import { createContext } from 'svelte'
import type { FaceName } from '../lib/people/people'

/** Open what is known of the players, and how well the bots play; given by the table to the chips on it. */
export const [openingPlayers, setOpeningPlayers] = createContext<() => void>()

/** Whether the viewer lets spectators look over their shoulder. */
export const [ownHandShown, setOwnHandShown] = createContext<() => boolean>()

/** The face that the viewer has at this table. */
export const [ownFace, setOwnFace] = createContext<() => FaceName>()
