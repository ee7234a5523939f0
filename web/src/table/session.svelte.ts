import type { Witness } from '../fairness/witness'
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
import { socketAddress } from '../lib/sockets'
import type { Action } from './action'
import { AnswerPace } from './answerPace'
import { untilRest } from './cardFlights'
import { idsOf, sameCards, stillChosen, toggled } from './choice'
import { ChosenCards } from './chosenCards.svelte'
import { ClaimsEnd } from './claimsEnd.svelte'
import { isInCompany, takeBackOf } from './company'
import type { GameSession, Heading } from './gameSession'
import { Inbox } from './inbox'
import type { TableModule } from './module'
import type { Measure } from './outcome'
import { messageProblem, noTakeBack } from './problems'
import { sceneOf, type Moment, type Scene } from './scene'
import { TableSocket, type Connection, type Line, type Listener } from './socket'
import { Stage } from './stage.svelte'
import { kinds, momentIn } from './staged'
import { mustAct, newEvents, reduce, type TableState } from './state'
import type { Surroundings } from './surroundings'
import { Talk } from './talk.svelte'
import { questionIn, Telling } from './telling'

const toTable = (id: string) => (listener: Listener) => new TableSocket(socketAddress('tables', id), listener)

/**
 * A table as it is played: what the server has sent, what is shown of it, and what the player has chosen. What
 * `GameSession` has is explained there.
 */
export class TableSession implements GameSession {
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
  pending = $state.raw<WrittenMove | null>(null)
  premoves = $state.raw<readonly string[]>([])
  /** The player has asked for a rematch, and goes to its table as soon as there is one. */
  asksRematch = $state(false)
  readonly talk = new Talk()
  /** Loaded aside; it begins with what the table has been told by then. */
  witness = $state.raw<Witness | null>(null)
  around: Surroundings | null = null
  heading = $state.raw<Heading | null>(null)
  hides = $state.raw<readonly string[]>([])
  keepsTrick = $state(false)
  /** What a lesson offers in place of the game's actions; null leaves it to the game. */
  guidance = $state.raw<readonly Action[] | null>(null)
  hinting = $state(true)
  confirms = false
  teachesLifting = $state(false)
  /** This is a real table, not a lesson or a position for practice. */
  private readonly live: boolean
  private readonly socket: Line
  private readonly pace = new AnswerPace(
    (view) => this.live && (this.table?.secretive(view) ?? false),
    () => this.inCompany,
    (move) => this.make(move),
  )
  private readonly stage = new Stage()
  private readonly telling = new Telling((text) => (this.stage.caption = text))
  private readonly cards = new ChosenCards(this)
  private readonly claims = new ClaimsEnd()
  private readonly inbox = new Inbox(
    (message) => this.receive(message),
    () => this.stage.untilRest(),
    () => untilRest() > 0,
  )
  // the scene is made again only when one of these changes, not at every card
  private readonly known = $derived(this.state?.table)
  private readonly seat = $derived(this.state!.view.seat)
  readonly scene: Scene = $derived(
    this.turn(
      sceneOf(
        this.known!,
        this.seat,
        () => this.state!.view,
        this.table,
        this.talk.spokenAt(this.known!.seats) ?? this.stage.said,
        this.moment,
      ),
    ),
  )

  /** Join the table of this id, or use another line that answers as a server does. */
  constructor(at: string | ((listener: Listener) => Line)) {
    this.live = typeof at === 'string'
    if (typeof at === 'string')
      import('../fairness/witness').then(
        ({ Witness }) => (this.witness = new Witness(at, this)),
        () => {}, // the table works without it
      )
    const connect = typeof at === 'string' ? toTable(at) : at
    this.socket = connect({
      receive: (message) => {
        this.claims.note(message, this.socket.trip ?? 0)
        this.inbox.add(message)
      },
      connection: (now) => {
        if (this.connection === 'open' && now === 'lost') sound('offline')
        this.connection = now
      },
    })
  }

  /** The scene as it is seen from another side. */
  protected turn(scene: Scene): Scene {
    return scene
  }

  get shown(): View | null {
    return this.stage.shown
  }

  get caption(): string {
    return this.stage.caption
  }

  get moment(): Moment | null {
    return this.stage.moment
  }

  get canAct(): boolean {
    return this.mayAct && this.shown === this.state?.view
  }

  /** The seat is to act and no move is on its way. */
  get mayAct(): boolean {
    return this.pending === null && this.state !== null && mustAct(this.state.view)
  }

  /** What is known of the table besides its match. */
  get info(): TableInfo | null {
    return this.waiting ?? this.known ?? null
  }

  get measure(): Measure | null {
    return this.table?.measure?.(this.state!.view) ?? null
  }

  get givesHints(): boolean {
    return this.hinting && this.info?.board == null
  }

  get inCompany(): boolean {
    return this.info !== null && isInCompany(this.info)
  }

  /** The player is the host of the table. */
  get isHost(): boolean {
    return this.state?.table.seats.some(({ you, host }) => you && host) ?? false
  }

  get takeBack(): TakeBackOffer | null {
    return takeBackOf(this.state!)
  }

  get chosen(): readonly string[] {
    return this.cards.ids
  }

  get offers(): readonly WrittenMove[] {
    return this.cards.offers
  }

  get addable(): readonly string[] | null {
    return this.cards.addable
  }

  get parts(): readonly NamedPart[] {
    return this.cards.parts
  }

  get claimsEnd(): number {
    return this.claims.at
  }

  get announcer() {
    return this.telling.announcer
  }

  get kept(): WrittenMove | null {
    return this.connection === 'open' ? null : this.pending
  }

  playable(addable = this.addable ?? []): Set<string> {
    return this.cards.playable(addable)
  }

  choose(ids: readonly string[], ask = false): void {
    this.cards.choose(ids, ask)
  }

  toggle(id: string, ask = false): void {
    this.choose(toggled(this.chosen, id), ask)
  }

  clear(): void {
    this.cards.drop()
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
    this.pace.answer(view, () => this.send({ type: 'play', version, move: move.text }))
  }

  get forced(): WrittenMove | null {
    return this.pace.forced(this.state!)
  }

  get overridingActions(): readonly Action[] | null {
    return this.stage.lingers ? [{ label: t('table.go_on'), run: () => this.stage.goOn() }] : this.guidance
  }

  get leadsOn(): boolean {
    return (this.guidance?.length ?? 0) > 0
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

  tell(text: string): void {
    this.telling.tell(text)
  }

  setPremoves(premoves: readonly string[]): void {
    this.premoves = premoves
    this.playPremove()
  }

  refuseTurn(): void {
    if (this.state?.standing.result === null && this.pending === null)
      this.tell(t('table.violation.not_your_turn'))
  }

  /** What is asked for by a button or key cannot be had while the line is lost: say so. */
  private get isCut(): boolean {
    const cut = this.live && this.connection !== 'open'
    if (cut) this.telling.warn(sentences(t('table.lost'), t('table.lost.asked')))
    return cut
  }

  askHint(): void {
    if (this.hinting && !this.givesHints) return this.tell(t('table.hint.none_at_board'))
    if (!this.canAct || !this.givesHints || this.isCut) return
    this.send({ type: 'ask_hint', version: this.state!.version })
  }

  askRematch(draw: boolean): void {
    if (this.isCut) return
    this.asksRematch = true
    const salted = this.witness?.saltFor(this.state!.table) ?? Promise.resolve(null)
    void salted.then((salt) => this.send({ type: 'rematch', draw, salt }))
  }

  askBack(): void {
    if (this.isCut) return
    const why = this.takeBack?.why_not
    if (why) this.telling.warn(noTakeBack(why))
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
    this.pace.end()
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

  private receive(message: ServerMessage): void {
    const before = this.state
    this.witness?.note(message)
    if (message.type === 'talk') return this.talk.receive(message)
    if (message.type === 'pong') return
    if (message.type === 'notice') return void import('../notice/notice').then(({ show }) => show(message))
    if (message.type === 'while_away') this.whileAway = message
    if (message.type === 'snapshot') this.waiting = null
    if (message.type === 'snapshot') this.found ??= message.table
    if (message.type === 'table') this.waiting = message.table.started ? null : message.table
    if (message.type === 'error') this.problem = message
    if (message.type === 'error' && before) this.telling.warn(messageProblem(before.table.unit, message))
    const after = reduce(before, message)
    if (after) {
      this.state = after
      this.pace.update(before, after)
    }
    if (!this.socket.unanswered && !this.pace.holds) this.pending = null
    if (after === null) return message.type === 'update' ? this.socket.begin() : undefined
    if (before?.events[0]?.version !== after.events[0]?.version) this.premoves = []
    if (message.type === 'snapshot') this.begin(after)
    else if (message.type === 'update' && before) this.applyUpdate(before, after, message.events)
    else if (message.type === 'refused') this.telling.refuse(after)
    else if (message.type === 'hint' && after.hint === message) this.tellHint(message, before?.hint ?? null)
  }

  private begin({ view, events }: TableState): void {
    this.cards.drop()
    const moment = events.every(({ kind }) => kind === 'deal') ? momentIn(this.scene, events, kinds()) : null
    this.stage.start(view, moment)
    if (this.table) this.greet()
  }

  /** The game's table and its texts have been loaded. */
  open(table: TableModule): void {
    this.table = table
    if (this.state) this.pace.update(null, this.state)
    this.greet()
  }

  /** Say what happened last and what is asked for. */
  private greet(): void {
    if (!this.state) return
    const { view, events } = this.state
    this.telling.newest(this.scene, events)
    this.askToAct(null, view)
  }

  private applyUpdate(before: TableState, after: TableState, events: readonly Event[]): void {
    if (after === before) return
    const fresh = newEvents(before, events)
    const moves = fresh.filter(({ kind, seat }) => kind === 'move' && seat === after.view.seat)
    const dealt = fresh.some(({ kind }) => kind === 'deal')
    this.choose(dealt ? [] : stillChosen(this.chosen, moves, after.view), this.cards.asking)
    if (!this.table) return this.stage.start(after.view)
    this.stage.enqueue(before, after, fresh, this.table, this.scene, !this.inCompany)
    this.telling.happened(this.scene, fresh)
    this.askToAct(before.view, after.view)
  }

  private askToAct(before: View | null, view: View): void {
    if (this.playPremove()) return
    const question = (seen: View | null) => questionIn(seen, this.table, this.premoves)
    this.telling.ask(question(view), question(before))
  }

  /** Make the move of the player's premoves; returns whether there was one. */
  private playPremove(): boolean {
    const move = this.mayAct ? this.table?.premove(this.state!.view, this.premoves) : null
    if (move) this.play(move)
    return Boolean(move)
  }

  /** Tell a hint, or what a search adds to it. Its cards are chosen, unless the player has chosen others since. */
  private tellHint(hint: Hint, before: Hint | null): void {
    if (before !== null && hint.searched && before.move.text === hint.move.text)
      return this.telling.losses(this.scene, hint)
    this.telling.hint(this.scene, hint)
    const { view } = this.state!
    const untouched = before === null || sameCards(this.chosen, idsOf(before.move, view))
    if (untouched || !hint.searched) this.choose(idsOf(hint.move, view), true)
  }
}
