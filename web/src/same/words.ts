/** How results and moves of several rounds are written side by side. */
import { gt, hasGameText, t } from '../lib/i18n/index.svelte'
import { FACES, type FaceName } from '../lib/people/people'
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
export function faceFor(person: string): FaceName {
  const sum = [...person].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 65_521, 7)
  return FACES[sum % FACES.length]!
}

/** The faces of several, all different as long as there are faces; nobody has `mine`. */
export function facesFor(persons: readonly string[], mine: FaceName): Map<string, FaceName> {
  const given = new Map<string, FaceName>()
  const free = new Set<FaceName>(FACES)
  free.delete(mine)
  for (const person of [...new Set(persons)].sort()) {
    const own = faceFor(person)
    const face = free.has(own) || free.size === 0 ? own : [...free][0]!
    free.delete(face)
    given.set(person, face)
  }
  return given
}
