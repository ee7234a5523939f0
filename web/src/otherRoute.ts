/** The pages that are seldom opened. A table's page loads nothing of them, not even their addresses. */
export type OtherRoute =
  | { page: 'practice'; game: string; number: number }
  /** Cards that somebody lets others play, by the key of their link. */
  | { page: 'cards'; key: string }
  /** Who played the same cards, and how. */
  | { page: 'same'; board: string }
  /** The deals of today, or those of a date. */
  | { page: 'today'; date: string | null }
  | { page: 'missing' }

/** The page that the parts of an address name. */
export function otherRoute([first, second, ...more]: readonly string[], hash: string): OtherRoute {
  if (first === 'today' && more.length === 0) return { page: 'today', date: second ?? null }
  if (second === undefined || more.length > 0) return { page: 'missing' }
  if (first === 'practice') return { page: 'practice', game: second, number: Number(hash.slice(1)) || 1 }
  if (first === 'cards') return { page: 'cards', key: second }
  if (first === 'same') return { page: 'same', board: second }
  return { page: 'missing' }
}
