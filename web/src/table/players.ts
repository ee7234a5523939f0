import { createContext } from 'svelte'
import type { FaceName } from '../lib/people/people'

/** Opens the sheet of players, with the bots' levels. The table provides it for its seat chips. */
export const [openingPlayers, setOpeningPlayers] = createContext<() => void>()

/** Whether the viewer lets spectators look over their shoulder. */
export const [ownHandShown, setOwnHandShown] = createContext<() => boolean>()

/** The face that the viewer has at this table. */
export const [ownFace, setOwnFace] = createContext<() => FaceName>()
