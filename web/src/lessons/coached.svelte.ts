import { cardText } from '../lib/cards/names'
import type { Messages } from '../lib/i18n/messages'
import type { Tip } from '../lib/protocol'
import { keep, recall } from '../lib/storage'
import type { Scene } from '../table/scene'
import { seatName } from '../table/seats'

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

/** What a tip says; empty where there are no words for it. */
export function tipText(messages: Messages, { code, seat, cards }: Tip, scene: Scene): string {
  const key = `coach.${code}`
  if (!messages.has(key)) return ''
  const [card = '', other = ''] = cards.map(cardText)
  return messages.format(key, { seat: seat === null ? '' : seatName(seat, scene), card, other })
}
