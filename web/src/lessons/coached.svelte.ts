import { keep, recall } from '../lib/storage'
import type { Tip } from '../lib/protocol'

const STORED_AS = 'sevenfold.coached'

/** The tips that were stored as read, by game. */
export function readCoached(stored: string | null): Record<string, string[]> {
  try {
    const all = Object.entries<unknown>({ ...JSON.parse(stored ?? '{}') })
    const lists = all.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    return Object.fromEntries(
      lists.map(([game, codes]) => [game, codes.filter((code) => typeof code === 'string')]),
    )
  } catch {
    return {}
  }
}

const read = readCoached(recall(STORED_AS))

/** The first of these tips that has not been read in this browser; null for none. */
export function freshTip(game: string, tips: readonly Tip[]): Tip | null {
  return tips.find(({ code }) => !read[game]?.includes(code)) ?? null
}

/** A tip was shown: it does not come again. */
export function setRead(game: string, { code }: Tip): void {
  read[game] = [...(read[game] ?? []), code]
  keep(STORED_AS, JSON.stringify(read))
}
