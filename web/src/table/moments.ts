/** What is heard, and what a player says, when something happens at the table. */
import type { Sound } from '../lib/sound/scores'
import type { Event, View } from '../lib/protocol'
import { moveText, type Scene } from './sentences'
import type { TableState } from './state'

/** A player says something, in a bubble beside their face. */
export interface Said {
  seat: number
  text: string
}

/** Moves that are said aloud: calls, claims and passes. All else is seen. */
const SPOKEN = ['anti', 'chi', 'pass', 'pon', 'take']

/** What another player says with the newest of these events; null where they say nothing. */
export function saidIn(events: readonly Event[], scene: Scene): Said | null {
  const event = events.findLast(({ kind }) => kind === 'move')
  if (event?.seat == null || event.seat === scene.viewer || event.action === null) return null
  const { seat, move, action, cards, arg } = event
  if (!SPOKEN.includes(action)) return null
  return { seat, text: moveText(scene, { text: move ?? '', kind: action, cards, arg }) }
}

const asked = ({ seat, acting }: View) => seat !== null && acting.includes(seat)

/** What is heard when a card comes, and what is heard when everything has come. */
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
    last.push(after.view.phase === 'claim' || after.view.phase === 'anti' ? 'claim' : 'turn')
  return { first, last }
}

/** Whoever has the most of the round, or won the match, has won. */
function outcome({ table, standing, view }: TableState): Sound {
  const { over, winners, result } = standing
  if (view.seat === null || result === null) return 'trick'
  const sign = table.best_total === 'lowest' ? -1 : 1
  const best = Math.max(...result.map((points) => sign * points))
  const won = over ? winners.includes(view.seat) : sign * result[view.seat]! === best
  return won ? 'won' : 'lost'
}
