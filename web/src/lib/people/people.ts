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

/** A face that is drawn; each of those who play by themselves has one, and a name that goes with it. */
export type FaceName = keyof typeof NAMES

export const FACES = Object.keys(NAMES) as FaceName[]

/** What a bot with this face is called. */
export function botName(face: FaceName): string {
  return t(NAMES[face])
}

/**
 * Who sits at a table, by seat: faces that follow from the table's id, so that they are the same at each visit.
 * `mine` is nobody else's; without it they are the same for everybody.
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
 * The faces at a table as one of those there sees them. Where several persons sit they are the same for all, so that
 * they can speak of "Yuki"; the viewer has their own unless somebody else has it. No bot is called as a person is.
 */
export function facesOf(
  { id, players, seats }: Pick<TableInfo, 'id' | 'players' | 'seats'>,
  mine: FaceName,
): FaceName[] {
  const alone = seats.every(({ you, bot }) => you || bot !== null)
  const faces = facesAt(id, players, alone ? mine : null)
  const persons = seats.map(({ name }) => name)
  for (const { seat, bot } of seats)
    if (bot !== null && persons.includes(botName(faces[seat]!)))
      faces[seat] = FACES.find((face) => !faces.includes(face) && !persons.includes(botName(face)))!
  return faces.map((face, seat) => (seats[seat]!.you && !faces.includes(mine) ? mine : face))
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  return [...text].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5)
}
