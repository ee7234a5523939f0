import { sound } from '../lib/sound/player'
import { sentences, t } from '../lib/i18n/index.svelte'
import type {
  ClientMessage,
  Event,
  NamedPart,
  ErrorMessage,
  Hint,
  ServerMessage,
  TableInfo,
  TakeBackOffer,
  View,
  WhileAway,
  WrittenMove,
} from '../lib/protocol'
import { Announcer } from './announcer.svelte'
import { Beat } from './answerPace'
import { idsOf, sameCards, stillChosen, toggled } from './choice'
import { isInCompany, takeBackOf } from './company'
import type { Action } from './ending'
import { cardOf, choosable } from './hand'
import { Inbox } from './inbox'
import type { TableModule } from './module'
import { messageProblem, noTakeBack } from './problems'
import { sceneOf } from './scene'
import { hintTexts, lossTexts, narrate, violationText, type Scene } from './sentences'
import { socketAddress, TableSocket, type Connection, type Line, type Listener } from './socket'
import { untilRest } from './cardFlights'
import { Stage } from './stage.svelte'
import { kinds, momentIn, type Moment } from './staged'
import { mustAct, newEvents, reduce, type TableState } from './state'
import { Talk } from './talk.svelte'

/** So much earlier than the server a table stops taking claims, in ms: no line is always equally slow. */
const SPARE = 100

const toTable = (id: string) => (listener: Listener) => new TableSocket(socketAddress(id), listener)

/** What the bar above a lesson or a position for practice says. */
interface Heading {
  title: string
  status: string
  /** Less needed: on a narrow screen it gives way to the trump. */
  aside: string
}

/** A table as it is played: what the server has sent, what is shown of it, and what the player has chosen. */
export class TableSession {
  /** The game's own table; null until the page has loaded it. */
  table = $state.raw<TableModule | null>(null)
  state = $state.raw<TableState | null>(null)
  /** The table while it waits for its players; null once the cards are dealt. */
  waiting = $state.raw<TableInfo | null>(null)
  /** The table as it was when the player was last told who came and who left: at first, as they found it. */
  found: TableInfo | null = null
  /** What was played for the player while they were away; null once they have been told. */
  whileAway = $state.raw<WhileAway | null>(null)
  connection = $state<Connection>('connecting')
  /** What went wrong last; when the connection is closed, why the server closed it. */
  problem = $state.raw<ErrorMessage | null>(null)
  /** The ids of the cards chosen. */
  chosen = $state.raw<readonly string[]>([])
  /** The move that was sent and has no answer yet. */
  pending = $state.raw<WrittenMove | null>(null)
  /** What the player has decided before they are asked, in the game's own words, until the next deal. */
  premoves = $state.raw<readonly string[]>([])
  /** When a claim must have been sent so that it comes in time, by `performance.now()`. */
  claimsEnd = $state(0)
  /** When the server takes claims no longer, if nothing were on its way for long. */
  private claimsClose = 0
  /** The player has asked for a rematch, and goes to its table as soon as there is one. */
  asksRematch = $state(false)
  readonly talk = new Talk()
  readonly announcer = new Announcer()
  /** What the bar above the table says in place of the game and its round. */
  heading = $state.raw<Heading | null>(null)
  /** What a lesson does not show yet, such as `roles`. */
  hides = $state.raw<readonly string[]>([])
  /** The last trick lies there until the next begins: in a lesson, until the learner goes on. */
  keepsTrick = $state(false)
  /** Actions in place of those that the game offers; null leaves it to the game. */
  detour = $state.raw<readonly Action[] | null>(null)
  /** A hint can be asked for; not in practice, where the player is to find the best move. */
  givesHints = $state(true)
  /** A first tap on a card only lifts it, whatever was tapped with: the answer in practice is final. */
  confirms = false
  /** A first tap has lifted a card, and the player may not know what a second one does. */
  teachesLifting = $state(false)
  /** This is a real table, not a lesson or a position for practice. */
  private readonly live: boolean
  /** Whether the server is asked what the chosen cards can be used for. */
  private asking = false
  private readonly socket: Line
  private readonly beat = new Beat(
    (view) => this.live && (this.table?.secretive(view) ?? false),
    () => this.inCompany,
    (move) => this.make(move),
  )
  private readonly stage = new Stage()
  private readonly inbox = new Inbox(
    (message) => this.receive(message),
    () => this.stage.untilRest(),
    () => untilRest() > 0,
  )
  // the scene is made again only when one of these changes, not at every card
  private readonly known = $derived(this.state?.table)
  private readonly seat = $derived(this.state!.view.seat)
  readonly scene: Scene = $derived(
    sceneOf(
      this.known!,
      this.seat,
      () => this.state!.view,
      this.table,
      this.talk.spokenAt(this.known!.seats) ?? this.stage.said,
      this.moment,
    ),
  )

  /** Join the table of this id, or use another line that answers as a server does. */
  constructor(at: string | ((listener: Listener) => Line)) {
    this.live = typeof at === 'string'
    const connect = typeof at === 'string' ? toTable(at) : at
    this.socket = connect({
      receive: (message) => {
        this.noteClaims(message)
        this.inbox.add(message)
      },
      connection: (now) => {
        if (this.connection === 'open' && now === 'lost') sound('offline')
        this.connection = now
      },
    })
  }

  /** What the eye is shown; it may lag behind `state` while cards travel. */
  get shown(): View | null {
    return this.stage.shown
  }

  /** What was said last, for the eye. */
  get caption(): string {
    return this.stage.caption
  }

  /** What is staged just now, until the next thing happens. */
  get moment(): Moment | null {
    return this.stage.moment
  }

  /** The seat is to act, no move is on its way, and the newest view is the one shown. */
  get canAct(): boolean {
    return this.mayAct && this.shown === this.state?.view
  }

  /** The seat is to act and no move is on its way. */
  private get mayAct(): boolean {
    return this.pending === null && this.state !== null && mustAct(this.state.view)
  }

  /** What is known of the table besides its match. */
  get info(): TableInfo | null {
    return this.waiting ?? this.known ?? null
  }

  /** Others sit at the table, or watch it, or may come. */
  get inCompany(): boolean {
    return this.info !== null && isInCompany(this.info)
  }

  /** The player is the host of the table. */
  get isHost(): boolean {
    return this.state?.table.seats.some(({ you, host }) => you && host) ?? false
  }

  /** What the player may do about their last move; null where there is nothing to say. */
  get takeBack(): TakeBackOffer | null {
    return takeBackOf(this.state!)
  }

  /** The moves that the chosen cards make; with none chosen, those that take no cards. */
  get offers(): readonly WrittenMove[] {
    if (!this.state || !this.canAct) return []
    if (this.chosen.length === 0) return this.state.choices.moves
    return this.answer?.moves ?? []
  }

  /** The cards that may be added to those chosen; null while the server has not said. */
  get addable(): readonly string[] | null {
    if (!this.state || !this.canAct) return []
    return this.chosen.length === 0 ? this.state.choices.cards : (this.answer?.cards ?? null)
  }

  /** The parts that the chosen cards form, such as pairs; empty while the server has not said. */
  get parts(): readonly NamedPart[] {
    return this.answer?.parts ?? []
  }

  /**
   * The ids of the cards chosen and of those that may be added. Where no move has the cards chosen, they are those
   * that can be played.
   */
  playable(addable = this.addable ?? []): Set<string> {
    const { view, choices } = this.state!
    const fits = !this.answer || this.answer.cards.length + this.answer.moves.length > 0
    return fits ? choosable(view.hand, this.chosen, addable) : choosable(view.hand, [], choices.cards)
  }

  private get answer() {
    const selection = this.state?.selection
    const cards = this.chosen.map(cardOf)
    return selection && sameCards(selection.chosen, cards) ? selection : null
  }

  /** Choose these cards; with `ask` the server is asked what they can be used for. */
  choose(ids: readonly string[], ask = false): void {
    if (ids.length + this.chosen.length > 0) this.chosen = ids
    this.asking = ask
    if (ask && ids.length > 0 && this.mayAct) {
      this.send({ type: 'select', version: this.state!.version, cards: ids.map(cardOf) })
    }
  }

  toggle(id: string, ask = false): void {
    this.choose(toggled(this.chosen, id), ask)
  }

  /** Clear the choice, and close the refusal or hint that is shown. */
  clear(): void {
    this.chosen = []
    if (this.state) this.state = { ...this.state, refusal: null, hint: null }
  }

  play(move: WrittenMove): void {
    if (this.pending === null) this.hurry()
    this.make(move)
  }

  /** Make a move, and let what is shown take its time. */
  private make(move: WrittenMove): void {
    if (!this.state || this.pending !== null) return
    this.pending = move
    const { version, view } = this.state
    this.beat.answer(view, () => this.send({ type: 'play', version, move: move.text }))
  }

  /** The pass that is made for the player; null elsewhere. */
  get forced(): WrittenMove | null {
    return this.beat.forced(this.state!)
  }

  /** Actions in place of those that the game offers; null where the game's are shown. */
  get instead(): readonly Action[] | null {
    return this.stage.lingers ? [{ label: t('table.go_on'), run: () => this.stage.goOn() }] : this.detour
  }

  /** Show at once what is waiting to be shown, or go on after a trick. */
  skip(): void {
    this.inbox.readAll()
    this.stage.skip()
  }

  /** Read all waiting messages and show the newest view, at once. */
  private hurry(): void {
    this.inbox.readAll()
    this.stage.hurry()
  }

  /** Say something that is no event, for ear and eye. */
  tell(text: string): void {
    this.announcer.say(text)
    this.stage.caption = text
  }

  /** Say at once why something could not be done, for ear and eye. */
  private warn(text: string): void {
    this.announcer.insist(text)
    this.stage.caption = text
  }

  /** Replace the premoves. If they answer a question that is open, that move is made at once. */
  setPremoves(premoves: readonly string[]): void {
    this.premoves = premoves
    this.playPremove()
  }

  /** A card was tapped that cannot be played now, as it is not this player's turn: say so. */
  refuseTurn(): void {
    if (this.state?.standing.result === null && this.pending === null)
      this.tell(t('table.violation.not_your_turn'))
  }

  /** What is asked for by a button or key cannot be had while the line is lost: say so. */
  private get isCut(): boolean {
    const cut = this.live && this.connection !== 'open'
    if (cut) this.warn(sentences(t('table.lost'), t('table.lost.asked')))
    return cut
  }

  askHint(): void {
    if (!this.canAct || !this.givesHints || this.isCut) return
    this.send({ type: 'ask_hint', version: this.state!.version })
  }

  /** Ask for a rematch with everybody; `draw` draws the seats anew. `table.rematch` names the new table. */
  askRematch(draw: boolean): void {
    if (this.isCut) return
    this.asksRematch = true
    this.send({ type: 'rematch', draw })
  }

  /** Take back the last move, or ask the others whether it may be, or say why it cannot. */
  askBack(): void {
    if (this.isCut) return
    const why = this.takeBack?.why_not
    if (why) this.warn(noTakeBack(why))
    else if (this.state) this.send({ type: 'ask_take_back', version: this.state.version })
  }

  nextRound(): void {
    if (this.state && !this.isCut) this.send({ type: 'next_round', version: this.state.version })
  }

  /** The player asks to try again. */
  retry(): void {
    this.socket.retry()
  }

  /** Look over the shoulder of a seat that allows it; null stops it. */
  lookOver(seat: number | null): void {
    this.socket.lookOver?.(seat)
  }

  /** The page is in front or online again: show the newest view at once, and check the line. */
  wake(): void {
    this.hurry()
    this.socket.wake?.()
  }

  drop(): void {
    this.socket.drop()
  }

  close(): void {
    this.beat.end()
    this.inbox.drop()
    this.talk.hush()
    this.stage.hush()
    this.socket.close()
  }

  /** Send a message; while the line is cut, only a move is kept to be sent later. */
  send(message: ClientMessage): void {
    this.problem = null
    this.socket.send(message)
  }

  /** Note how long claims are taken, when that is told and when the line was measured. */
  private noteClaims(message: ServerMessage): void {
    if ('claims' in message && message.claims) this.claimsClose = performance.now() + message.claims.left
    else if (message.type !== 'pong') return
    this.claimsEnd = this.claimsClose - (this.socket.trip ?? 0) - SPARE
  }

  private receive(message: ServerMessage): void {
    const before = this.state
    if (message.type === 'talk') return this.talk.hear(message)
    if (message.type === 'pong') return
    if (message.type === 'while_away') this.whileAway = message
    if (message.type === 'snapshot') this.waiting = null
    if (message.type === 'snapshot') this.found ??= message.table
    if (message.type === 'table') this.waiting = message.table.started ? null : message.table
    if (message.type === 'error') this.problem = message
    if (message.type === 'error' && before) this.warn(messageProblem(before.table.unit, message))
    const after = reduce(before, message)
    if (after) {
      this.state = after
      this.beat.follow(before, after)
    }
    if (!this.socket.unanswered && !this.beat.holds) this.pending = null
    if (after === null) return message.type === 'update' ? this.socket.begin() : undefined
    if (before?.events[0]?.version !== after.events[0]?.version) this.premoves = []
    if (message.type === 'snapshot') this.begin(after)
    else if (message.type === 'update' && before) this.follow(before, after, message.events)
    else if (message.type === 'refused') this.announceRefusal(after)
    else if (message.type === 'hint' && after.hint === message) this.tellHint(message, before?.hint ?? null)
  }

  private begin({ view, events }: TableState): void {
    this.chosen = []
    const moment = events.every(({ kind }) => kind === 'deal') ? momentIn(this.scene, events, kinds()) : null
    this.stage.start(view, moment)
    if (this.table) this.greet()
  }

  /** The game's table and its texts have been loaded. */
  open(table: TableModule): void {
    this.table = table
    if (this.state) this.beat.follow(null, this.state)
    this.greet()
  }

  /** Say what happened last and what is asked for. */
  private greet(): void {
    if (!this.state) return
    const { view, events } = this.state
    for (const line of narrate(this.scene, events).slice(-1)) this.tell(line)
    this.askToAct(null, view)
  }

  private follow(before: TableState, after: TableState, events: readonly Event[]): void {
    if (after === before) return
    const fresh = newEvents(before, events)
    const moves = fresh.filter(({ kind, seat }) => kind === 'move' && seat === after.view.seat)
    const dealt = fresh.some(({ kind }) => kind === 'deal')
    this.choose(dealt ? [] : stillChosen(this.chosen, moves, after.view), this.asking)
    if (!this.table) return this.stage.start(after.view)
    const lines = narrate(this.scene, fresh)
    this.stage.follow(before, after, fresh, this.table, this.scene, !this.inCompany)
    this.announcer.say(...lines)
    this.askToAct(before.view, after.view)
  }

  private askToAct(before: View | null, view: View): void {
    if (this.playPremove()) return
    const question = this.questionIn(view)
    if (question !== null && question !== this.questionIn(before)) this.announcer.insist(question)
  }

  /** Make the move of the player's premoves; returns whether there was one. */
  private playPremove(): boolean {
    const move = this.mayAct ? this.table?.premove(this.state!.view, this.premoves) : null
    if (move) this.play(move)
    return Boolean(move)
  }

  /** The question to the seat in this view; null where there is none. */
  private questionIn(view: View | null): string | null {
    if (view?.seat == null) return null
    const own = this.table?.question(view, this.premoves)
    if (own !== undefined) return own
    return view.acting.includes(view.seat) ? t('table.your_turn') : null
  }

  private announceRefusal({ table, refusal }: TableState): void {
    if (refusal) this.announcer.insist(violationText(table, refusal.rule, refusal.details))
  }

  /** Tell a hint, or what a search adds to it. Its cards are chosen, unless the player has chosen others since. */
  private tellHint(hint: Hint, before: Hint | null): void {
    const [first, ...rest] = hintTexts(this.scene, hint)
    if (before !== null && hint.searched && before.move.text === hint.move.text) {
      this.announcer.say(...lossTexts(this.scene, hint))
      return
    }
    this.announcer.say(first!, ...rest)
    const { view } = this.state!
    this.stage.caption = first!
    const untouched = before === null || sameCards(this.chosen, idsOf(before.move, view))
    if (untouched || !hint.searched) this.choose(idsOf(hint.move, view), true)
  }
}
