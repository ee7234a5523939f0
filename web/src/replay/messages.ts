/** The moments of a round as the messages of a table: a jump is a snapshot, a single step an update. */
import type { Choices, Replay, ReplayMoment, Snapshot, Update } from '../lib/protocol'

/** Nobody can do anything in a round that is over. */
const noChoices = (version: number): Choices => ({
  type: 'choices',
  version,
  chosen: [],
  cards: [],
  moves: [],
  parts: [],
})

/** What a message is made of besides its moment. */
export type Shown = Pick<Replay, 'table' | 'marks' | 'decided'>

const told = ({ marks, decided }: Shown, moment: ReplayMoment) => ({
  version: moment.version,
  view: moment.view,
  standing: moment.standing,
  choices: noChoices(moment.version),
  marks,
  tips: [],
  decided: moment.standing.result === null ? null : decided,
  claims: null,
  may_take_back: null,
  counter: null,
  keys: [],
})

/** All that a viewer knew at this moment. */
export function snapshotAt(shown: Shown, moments: readonly ReplayMoment[], index: number): Snapshot {
  const events = moments.slice(0, index + 1).flatMap(({ events }) => events)
  return { type: 'snapshot', table: shown.table, ...told(shown, moments[index]!), events }
}

/**
 * The step to this moment from the one before; null where it cannot be told as one: the result has the version of
 * the move that brought it.
 */
export function updateTo(shown: Shown, moments: readonly ReplayMoment[], index: number): Update | null {
  const [before, moment] = [moments[index - 1], moments[index]]
  if (!before || !moment || moment.version <= before.version) return null
  return { type: 'update', since: before.version, ...told(shown, moment), events: moment.events }
}
