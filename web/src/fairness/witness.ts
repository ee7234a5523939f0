import { fetchTable } from '../lib/api'
import type { ClientMessage, Event, ServerMessage, Standing, TableInfo, View } from '../lib/protocol'
import type { TableState } from '../table/state'
import { addSalt, keepDeals, newSalt, recallDeals, tableOf, type Kept } from './kept'
import { within } from './within'

/** What this page has seen of a round before its end. */
export interface SeenRound {
  /** The version of the deal, by which another deal of the same round is known. */
  version: number
  /** For each seat whose hand was shown before it moved: the hand, until the first card left it. */
  hands: Record<number, readonly string[]>
  /** The seats that have moved, and those whose hands have lost a card. */
  moved: Set<number>
  lost: Set<number>
  /** The cards that seats have shown, each once, in order; HIDDEN for what they put down unseen. */
  shown: [seat: number, card: string][]
}

/** What a witness needs of a session: what was told before it came, and to send this page's salt. */
interface Attended {
  readonly state: Pick<TableState, 'view' | 'events' | 'standing' | 'table'> | null
  readonly waiting: TableInfo | null
  send(message: ClientMessage): void
}

const plain = (card: string) => card.split('=')[0]!

/**
 * Remembers what the server has told before it shows how the cards were dealt, so that it cannot tell another story
 * afterwards.
 */
export class Witness {
  kept: Kept | null
  readonly rounds = new Map<number, SeenRound>()
  private round = 0

  constructor(
    private readonly table: string,
    private readonly session: Attended,
  ) {
    this.kept = recallDeals(table)
    const { state, waiting } = session
    if (waiting) this.noteTable(waiting)
    if (!state) return
    this.see(state.view, state.events, state.standing)
    this.noteTable(state.table)
  }

  /** Take note of a message. While the table waits it is answered by this page's salt. */
  note(message: ServerMessage): void {
    if (message.type === 'snapshot' || message.type === 'update')
      this.see(message.view, message.events, message.standing)
    if (message.type === 'snapshot' || message.type === 'table') this.noteTable(message.table)
  }

  /** This page's salt for a rematch; null where none is promised, or the promise cannot be read. */
  async saltFor({ id, rematch_promise }: TableInfo): Promise<string | null> {
    const asked = async () => (await fetchTable(id)).rematch_promise
    const promise = rematch_promise ?? (await asked().catch(() => null))
    return promise && addSalt(tableOf(promise), promise)
  }

  private noteTable({ promise, started, seats }: TableInfo): void {
    if (!promise) return
    this.kept ??= { root: promise.root, before: null, salt: null, terms: null }
    if (started) {
      this.keep({ terms: this.kept.terms ?? promise.terms })
      return
    }
    this.keep({ before: promise.terms })
    const mine = seats.findIndex(({ you }) => you)
    const line = promise.terms.split('\n').find((each) => each.startsWith(`seat ${mine} `)) ?? ''
    const [, , word, salt] = line.split(' ')
    if (word === 'none') this.add(this.kept.salt ?? newSalt())
    else if (salt !== this.kept.salt) this.keep({ salt: null }) // another device sits there too
  }

  private add(salt: string): void {
    this.keep({ salt })
    this.session.send({ type: 'add_salt', salt })
  }

  private keep(now: Partial<Kept>): void {
    Object.assign(this.kept!, now)
    keepDeals(this.table, this.kept!)
  }

  private see(view: View, events: readonly Event[], standing: Standing): void {
    if (standing.result !== null) return
    for (const event of events) this.seeEvent(event)
    const round = this.rounds.get(this.round)
    if (round && view.seat !== null) this.seeHand(round, view.seat, view.hand.map(plain))
  }

  private seeHand(round: SeenRound, seat: number, hand: readonly string[]): void {
    const before = round.hands[seat]
    if (round.lost.has(seat) || (!before && round.moved.has(seat))) return
    if (within(before ?? [], hand)) round.hands[seat] = hand
    else round.lost.add(seat)
  }

  private seeEvent({ kind, seat, cards, count, version }: Event): void {
    if (kind === 'deal') {
      this.round = count ?? 0
      if (this.rounds.get(this.round)?.version !== version)
        this.rounds.set(this.round, { version, hands: {}, moved: new Set(), lost: new Set(), shown: [] })
    }
    const round = this.rounds.get(this.round)
    if (!round || kind !== 'move' || seat === null) return
    round.moved.add(seat)
    for (const card of cards.map(plain))
      if (!round.shown.some(([by, known]) => by === seat && known === card)) round.shown.push([seat, card])
  }
}
