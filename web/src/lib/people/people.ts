import { family, t } from '../i18n/index.svelte'

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
 * `mine` is nobody else's.
 */
export function facesAt(table: string, players: number, mine: FaceName): FaceName[] {
  const rest: FaceName[] = FACES.filter((face) => face !== mine)
  let number = hash(table)
  return Array.from({ length: players }, () => {
    number = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0
    return rest.splice(number % rest.length, 1)[0]!
  })
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  return [...text].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5)
}
