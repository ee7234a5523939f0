/** How results and moves of several rounds are written side by side. */
import { gt, hasGameText, list, t } from '../lib/i18n/index.svelte'
import { levelName } from '../lib/levels'
import { FACES, type FaceName } from '../lib/people/people'
import { placeText } from '../lib/placeText'
import type { BoardEntry, Compared } from '../lib/protocol'
import { cardsText, inShort, moveText } from '../table/sentences'
import { PLAY } from '../table/written'
import { readMove } from './lines'

/** So many points, in the game's word for them. */
export const points = (game: string, count: number): string =>
  hasGameText(game, 'points') ? gt(game, 'points', { count }) : t('same.points', { count })

/** A move without a table to it: its cards, of many only some, or its name in the game's words. */
export function namedMove(game: string, text: string | null): string {
  if (!text) return t('same.no_move')
  const move = readMove(text)
  if (move.kind === PLAY && move.arg === null && move.cards.length > 0) return inShort(cardsText(move.cards))
  return inShort(moveText({ game, unit: 'round', players: 0, viewer: null }, move))
}

/** The face that goes with a text which is always the same for somebody. */
export function faceFor(pseudonym: string): FaceName {
  const sum = [...pseudonym].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 65_521, 7)
  return FACES[sum % FACES.length]!
}

/** The faces of several, all different as long as there are faces; nobody has `mine`. */
export function facesFor(pseudonyms: readonly string[], mine: FaceName): Map<string, FaceName> {
  const given = new Map<string, FaceName>()
  const free = new Set<FaceName>(FACES)
  free.delete(mine)
  for (const pseudonym of [...new Set(pseudonyms)].sort()) {
    const own = faceFor(pseudonym)
    const face = free.has(own) || free.size === 0 ? own : [...free][0]!
    free.delete(face)
    given.set(pseudonym, face)
  }
  return given
}

/** Who played a board, as they are shown: people with their faces, of whom some knew the cards, and bots. */
export function playersOf({ entries, seat }: Compared, mine: FaceName) {
  const people = entries.filter(({ bot }) => bot === null)
  const others = people.flatMap(({ you, pseudonym }) => (you ? [] : [pseudonym]))
  const faces = facesFor(others, mine)
  const shown = (entry: BoardEntry, i: number) => ({
    ...entry,
    key: String(i),
    name: entry.you ? t('table.seat.you') : (entry.name ?? t('table.seat.guest')),
    face: entry.you ? mine : faces.get(entry.pseudonym)!,
    href: entry.round === null ? null : `/round/${entry.round}?from=${seat}`,
  })
  const bots = entries.flatMap(({ bot, result }) => (bot === null ? [] : [{ level: bot, result }]))
  return { rows: people.map(shown), bots }
}

/** How one stands beside the others so far: one's place, or that one gave it up, and what bots made. */
export function standsText({ game, entries, place, bots_play: play }: Compared, also = ''): string {
  const made = entries.flatMap(({ bot, result }) =>
    bot === null ? [] : [t('table.end.bot_made', { level: levelName(bot), points: points(game, result) })],
  )
  const seconds = Math.max(1, Math.round(play?.seconds ?? 0))
  if (play) made.push(t('table.end.bots_play', { known: play.seconds !== null, seconds }))
  const mine = entries.find(({ you, again }) => you && !again)
  const where = place ? t('table.end.so_far', { of: place.of, place: placeText(place) }) : ''
  return [mine?.given_up ? t('same.given_up') : '', where, also, list(made)].filter(Boolean).join(' · ')
}
