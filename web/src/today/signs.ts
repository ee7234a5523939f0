/** A round in signs, from what its player was told: no card, no name, no suit. */
import type { Event, ReplayMoment } from '../lib/protocol'
import type { Form } from './forms'

/** Of a trick: taken or not, by the player or their side; `out` where they had no card in it. */
export interface TrickSign {
  kind: 'taken' | 'other' | 'out'
  /** The points in it. */
  size: number
}

/** Of the player's own turn: what they laid and claimed in it. */
export interface TurnSign {
  kind: 'turn'
  laid: boolean
  claimed: boolean
  seven: boolean
}

export interface Signs {
  tricks: readonly TrickSign[]
  turns: readonly TurnSign[]
  /** The player went out. */
  out: boolean
}

const CLAIMS = ['chi', 'pon']
const LAYS = ['meld', 'lay']

/** The signs of a round as its player knew it. */
export function signsOf(moments: readonly ReplayMoment[], viewer: number): Signs {
  const events = moments.flatMap(({ events }) => events)
  const side = sideOf(moments.at(-1), viewer)
  return {
    tricks: tricksOf(events, viewer, side),
    turns: turnsOf(events, viewer),
    out: events.some(({ kind, seat }) => kind === 'out' && seat === viewer),
  }
}

/** The seats whose tricks are the player's own: where there are sides, those of their side, by the end of the round. */
function sideOf(last: ReplayMoment | undefined, viewer: number): (seat: number | null) => boolean {
  const { roles } = (last?.view ?? {}) as { roles?: readonly (string | null)[] }
  if (!roles?.[viewer]) return (seat) => seat === viewer
  const attacks = (seat: number) => roles[seat] === 'attack'
  return (seat) => seat !== null && attacks(seat) === attacks(viewer)
}

function tricksOf(
  events: readonly Event[],
  viewer: number,
  isOwn: (seat: number | null) => boolean,
): TrickSign[] {
  const signs: TrickSign[] = []
  let plays = false
  for (const { kind, seat, action, count } of events) {
    if (kind === 'move' && action === 'play' && seat === viewer) plays = true
    if (kind !== 'trick' && kind !== 'passed') continue
    const taken = kind === 'trick' && isOwn(seat)
    signs.push({ kind: !plays ? 'out' : taken ? 'taken' : 'other', size: count ?? 0 })
    plays = false
  }
  return signs
}

/** The player's turns: each ends with a discard, or with the hand. A claim begins one. */
function turnsOf(events: readonly Event[], viewer: number): TurnSign[] {
  const own = events.filter(({ kind, seat }) => kind === 'move' && seat === viewer)
  const signs: TurnSign[] = []
  let turn: Event[] = []
  const close = () => {
    const has = (kinds: readonly string[]) => turn.some(({ action }) => kinds.includes(action ?? ''))
    signs.push({
      kind: 'turn',
      laid: has([...LAYS, ...CLAIMS]),
      claimed: has(CLAIMS),
      seven: turn.some(({ manner }) => manner === 'staged'),
    })
    turn = []
  }
  for (const event of own) {
    if (event.action !== 'pass') turn.push(event)
    if (event.action === 'discard') close()
  }
  if (turn.length > 0) close()
  return signs
}

const LINES: Record<Form, (signs: Signs) => string> = {
  keyholes: ({ tricks }) => tricks.map(({ kind }) => ({ taken: '●', other: '○', out: '▥' })[kind]).join(''),
  sun: ({ tricks }) => tricks.map(({ kind }) => (kind === 'taken' ? '▲' : '△')).join(''),
  bridge: ({ turns }) => turns.map(turnText).join(''),
  lattice: ({ tricks }) => tricks.map(({ kind }) => (kind === 'taken' ? '◆' : '◇')).join(''),
}

const turnText = ({ laid, claimed, seven }: TurnSign) => (seven ? '☽' : claimed ? '†' : laid ? '∩' : '～')

/** The signs as one line of text. */
export const lineOf = (form: Form, signs: Signs): string => LINES[form](signs)
