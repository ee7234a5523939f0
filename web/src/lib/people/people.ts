import { family, t } from '../i18n/index.svelte'
import type { TableInfo } from '../protocol'

const NAMES = family('bot', [
  'fox',
  'owl',
  'cat',
  'bear',
  'rabbit',
  'panda',
  'crane',
  'tiger',
  'frog',
  'penguin',
  'elephant',
  'stag',
  'lion',
  'raven',
  'whale',
  'mouse',
])

/** A drawn face; each bot has one, with a name that goes with it. */
export type FaceName = keyof typeof NAMES

export const FACES = Object.keys(NAMES) as FaceName[]

/** What a bot with this face is called. */
export function botName(face: FaceName): string {
  return t(NAMES[face])
}

/**
 * The face of each seat, derived from the table's id, so that the faces are the same at each visit. No seat
 * gets `mine`; without it the faces are the same for every viewer.
 */
export function facesAt(table: string, players: number, mine: FaceName | null): FaceName[] {
  const rest: FaceName[] = FACES.filter((face) => face !== mine)
  let number = hash(table)
  return Array.from({ length: players }, () => {
    number = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0
    return rest.splice(number % rest.length, 1)[0]!
  })
}

/**
 * The faces at a table as one person there sees them. Where several people sit, all see the same faces, so
 * that they can speak of "Yuki"; the viewer sees their own face unless somebody else has it. No bot has a face
 * that the server has barred.
 */
export function facesOf(
  { id, players, seats, barred_faces }: Pick<TableInfo, 'id' | 'players' | 'seats' | 'barred_faces'>,
  mine: FaceName,
): FaceName[] {
  const alone = seats.every(({ you, bot }) => you || bot !== null)
  const faces = facesAt(id, players, alone ? mine : null)
  for (const { seat, bot } of seats)
    if (bot !== null && barred_faces.includes(faces[seat]!))
      faces[seat] = FACES.find((face) => !faces.includes(face) && !barred_faces.includes(face))!
  return faces.map((face, seat) => (seats[seat]!.you && !faces.includes(mine) ? mine : face))
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  return [...text].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5)
}
