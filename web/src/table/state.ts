import type {
  CardCounter,
  Choices,
  ClaimTime,
  DealKey,
  Decided,
  Event,
  Hint,
  Mark,
  RefusedMove,
  ServerMessage,
  Standing,
  TableInfo,
  TakeBackOffer,
  Tip,
  View,
} from '../lib/protocol'

/** All that the server has told of a table. `events` are those of this round. */
export interface TableState {
  version: number
  table: TableInfo
  view: View
  standing: Standing
  /** What the seat may do with nothing chosen. */
  choices: Choices
  /** What the seat may do with the cards chosen last; null before it is known. */
  selection: Choices | null
  events: readonly Event[]
  /** The moves of this round that a bot or the clock made for a person. */
  marks: readonly Mark[]
  /** What a newcomer is told of this moment, the most pressing first. */
  tips: readonly Tip[]
  /** The moment that decided the round, once it is over. */
  decided: Decided | null
  /** How long claims were still open when this was sent. */
  claims: ClaimTime | null
  /** Whether the player may take back their last move. */
  may_take_back: TakeBackOffer | null
  /** The cards that are gone; null where the table does not count them. */
  counter: CardCounter | null
  /** At the end of a round: the keys of the deals that may be looked at from now on. */
  keys: readonly DealKey[]
  refusal: RefusedMove | null
  hint: Hint | null
  /** The seat over whose shoulder a spectator looks: `view.hand` is its hand, though `view.seat` is nobody's. */
  over: number | null
}

/** In another's view nobody acts: the seat that one looks over the shoulder of becomes `over`. */
function lookedAt(view: View, table: TableInfo): Pick<TableState, 'view' | 'over'> {
  const sits = table.seats.findIndex(({ you }) => you) === view.seat
  return sits ? { view, over: null } : { view: { ...view, seat: null }, over: view.seat }
}

const CLEARED = { selection: null, refusal: null, hint: null }

/** The state after a message. Null for an update that leaves a gap: the table must be fetched anew. */
export function reduce(state: TableState | null, message: ServerMessage): TableState | null {
  if (message.type === 'snapshot') {
    const { type: _, ...all } = message
    return { ...all, ...lookedAt(all.view, all.table), ...CLEARED }
  }
  if (!state) return null
  switch (message.type) {
    case 'update': {
      const { type: _, since, view, events: fresh, ...told } = message
      if (since > state.version) return null
      if (told.version <= state.version) return state
      const events = [...state.events, ...newEvents(state, fresh)]
      const deal = events.findLastIndex((event) => event.kind === 'deal')
      const round = events.slice(Math.max(deal, 0))
      return { ...state, ...told, ...lookedAt(view, state.table), ...CLEARED, events: round }
    }
    case 'refused':
      return message.version === state.version ? { ...state, refusal: message, hint: null } : state
    case 'choices':
      return message.version === state.version ? { ...state, selection: message } : state
    case 'hint':
      // what a search adds to a hint that has been closed is dropped
      return message.version === state.version && (state.hint !== null || !message.searched)
        ? { ...state, hint: message, refusal: null }
        : state
    case 'table':
      return { ...state, table: message.table }
    case 'talk':
    case 'pong':
    case 'while_away':
    case 'error':
    case 'notice':
      return state
  }
}

/** The seat of this view is to act. */
export const mustAct = ({ seat, acting }: View) => seat !== null && acting.includes(seat)

/** The events that the state does not have yet. */
export function newEvents(state: TableState, events: readonly Event[]): Event[] {
  return events.filter((event) => event.version > state.version)
}
