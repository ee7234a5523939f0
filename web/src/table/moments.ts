/** What is heard, and what a player says, when something happens at the table. */
import type { Sound } from '../lib/sound/scores'
import type { Event, View } from '../lib/protocol'
import type { Said, Scene } from './scene'
import { moveText } from './sentences'
import type { TableState } from './state'
import { PASS } from './written'

/** How long it is shown what a player says, in ms. */
export const SAID = 6000

/** What another player says with the newest of these events; null where they say nothing. */
export function saidIn(events: readonly Event[], scene: Scene): Said | null {
  const event = events.findLast(({ kind }) => kind === 'move')
  if (event?.seat == null || event.seat === scene.viewer || event.manner !== 'said') return null
  const { seat, move, action, cards, arg } = event
  return { seat, text: moveText(scene, { text: move!, kind: action!, cards, arg }) }
}

const asked = ({ seat, acting }: View) => seat !== null && acting.includes(seat)

/** The sounds of the first picture of these events, and those of the last. */
export function soundsOf(
  before: TableState,
  after: TableState,
  events: readonly Event[],
): { first: Sound[]; last: Sound[] } {
  const has = (kind: string) => events.some((event) => event.kind === kind)
  const first: Sound[] = has('deal') ? ['deal'] : has('move') ? ['card'] : []
  const last: Sound[] = []
  if (has('trick')) last.push('trick')
  if (has('locked')) last.push('lock')
  if (before.standing.result === null && after.standing.result !== null) last.push(outcome(after))
  else if (asked(after.view) && !asked(before.view))
    last.push(after.choices.moves.some(({ kind }) => kind === PASS.kind) ? 'claim' : 'turn')
  return { first, last }
}

/** The sound of a result: the viewer has won the round, or at the end the match, or not. */
function outcome({ standing, view: { seat } }: TableState): Sound {
  const won = standing.over ? standing.winners : standing.round_winners
  if (seat === null || won.length === 0) return 'trick'
  return won.includes(seat) ? 'won' : 'lost'
}
