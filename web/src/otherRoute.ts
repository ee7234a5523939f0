/** The pages that are seldom opened. A table's page loads nothing of them, not even their addresses. */
export type OtherRoute =
  | { page: 'practice'; game: string; number: number }
  /** Cards that somebody lets others play, by the key of their link. */
  | { page: 'cards'; key: string }
  /** Who played the same cards, and how. */
  | { page: 'same'; board: string }
  /** The deals of today, or those of a date. */
  | { page: 'today'; date: string | null }
  /** The events of the server. */
  | { page: 'events' }
  | { page: 'new_event' }
  /** An event, or how it stands for a screen on the wall. */
  | { page: 'event'; id: string; wall: boolean }
  /** Oneself; or a link by which this browser becomes somebody's. */
  | { page: 'me' }
  | { page: 'attach'; key: string }
  /** The host's own words. */
  | { page: 'words'; words: 'imprint' | 'privacy' | 'terms' }
  /** The door of a closed server, with where to go from there; or a link that lets one in. */
  | { page: 'door' }
  | { page: 'in'; key: string }
  | { page: 'missing' }

/** The page that the parts of an address name. */
export function otherRoute([first, second, ...more]: readonly string[], hash: string): OtherRoute {
  if (first === 'today' && more.length === 0) return { page: 'today', date: second ?? null }
  if ((first === 'me' || first === 'browsers') && second === undefined) return { page: 'me' }
  if ((first === 'imprint' || first === 'privacy' || first === 'terms') && second === undefined)
    return { page: 'words', words: first }
  if (first === 'door' && second === undefined) return { page: 'door' }
  if (first === 'events' && second === undefined) return { page: 'events' }
  if (first === 'event' && second === 'new' && more.length === 0) return { page: 'new_event' }
  if (
    first === 'event' &&
    second !== undefined &&
    (more.length === 0 || (more[0] === 'board' && more.length === 1))
  )
    return { page: 'event', id: second, wall: more.length > 0 }
  if (second === undefined || more.length > 0) return { page: 'missing' }
  if (first === 'practice') return { page: 'practice', game: second, number: Number(hash.slice(1)) || 1 }
  if (first === 'browser') return { page: 'attach', key: second }
  if (first === 'in') return { page: 'in', key: second }
  if (first === 'cards') return { page: 'cards', key: second }
  if (first === 'same') return { page: 'same', board: second }
  return { page: 'missing' }
}
