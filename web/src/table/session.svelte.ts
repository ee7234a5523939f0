import { facesOf } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import { sound } from '../lib/sound/player'
import type { Sound } from '../lib/sound/scores'
import { t } from '../lib/i18n/index.svelte'
import type {
  ClientMessage,
  Event,
  NamedPart,
  ErrorMessage,
  Hint,
  Line as Talked,
  ServerMessage,
  TableInfo,
  View,
  WhileAway,
  WrittenMove,
} from '../lib/protocol'
import { Beat, beatLength } from './beat'
import { cardOf, withIds } from './hand'
import type { Action } from './ending'
import type { TableModule } from './module'
import { saidIn, soundsOf, type Said } from './moments'
import { FrameQueue } from './queue'
import { messageProblem } from './problems'
import { captionOf, hintTexts, lossTexts, narrate, violationText, type Scene } from './sentences'
import { socketAddress, TableSocket, type Connection, type Line, type Listener } from './socket'
import { kinds, momentIn, type Moment } from './staged'
import { cardIn, PASS } from './written'
import { newEvents, reduce, type TableState } from './state'
import { Announcer } from './announcer.svelte'

/** What the table shows at a time; a caption of null leaves the one before. */
interface Picture {
  view: View
  caption: string | null
  said?: Said | null
  moment?: Moment | null
  sounds?: readonly Sound[]
}

/** How long the table is seen before the result of a round, in ms. */
const BEFORE_RESULT = 800
/** How long a moment that is staged is seen at the least, and one that ends a round. */
const MOMENT_HOLD = 1000
const ENDING_HOLD = 1800
/** Where bots take no time, things are seen for this share of their time. */
const QUICK = 0.25

const toTable = (id: string) => (listener: Listener) => new TableSocket(socketAddress(id), listener)

/** A table as it is played: what the server has sent, what is shown of it, and what the player has chosen. */
export class TableSession {
  /** The game's own table; null until the page has loaded it. */
  table = $state.raw<TableModule | null>(null)
  state = $state.raw<TableState | null>(null)
  /** The table while it waits for its players; null once the cards are dealt. */
  waiting = $state.raw<TableInfo | null>(null)
  /** What was said at the table, the last line last. */
  lines = $state.raw<readonly Talked[]>([])
  /** What was played for the player while they were away; null where they know. */
  whileAway = $state.raw<WhileAway | null>(null)
  /** What the eye is shown; it may lag behind `state` while cards travel. */
  shown = $state.raw<View | null>(null)
  /** What was said last, for the eye. */
  caption = $state('')
  /** What another player says just now. */
  said = $state.raw<Said | null>(null)
  /** What is staged just now, until the next thing happens. */
  moment = $state.raw<Moment | null>(null)
  /** What somebody has said in the talk, as long as it is seen. */
  spoken = $state.raw<Said | null>(null)
  /** The newest line of the talk that the player has looked at. */
  read = $state(0)
  connection = $state<Connection>('connecting')
  /** What went wrong last; when the connection is closed it is why the server will not have us. */
  problem = $state.raw<ErrorMessage | null>(null)
  /** The ids of the cards chosen. */
  chosen = $state.raw<readonly string[]>([])
  /** The move that was sent and has no answer yet. */
  pending = $state.raw<WrittenMove | null>(null)
  /** What the player has decided before they are asked, in the game's own words, until the next deal. */
  premoves = $state.raw<readonly string[]>([])
  /** The player has asked for a rematch, and goes there as soon as it is. */
  asksRematch = $state(false)
  readonly announcer = new Announcer()
  /** What the bar above the table says in place of the game and its round. */
  heading = $state.raw<{ title: string; status: string } | null>(null)
  /** What can be done in place of what the game offers; null leaves it to the game. */
  detour = $state.raw<readonly Action[] | null>(null)
  /** A hint can be asked for; not where the player is asked what is best. */
  givesHints = $state(true)
  /** A trick lies there until the player goes on, as they play at a calm pace. */
  private lingers = $state(false)
  private readonly beat = new Beat()
  /** The move that is pending waits for the end of the beat. */
  private held = false

  /** A table that is played at, no lesson and no position to practise. */
  private readonly live: boolean
  /** The server is asked what can become of the cards chosen. */
  private asking = false
  private readonly socket: Line
  private readonly queue = new FrameQueue<Picture>(
    ({ view, caption, said = null, moment = null, sounds = [] }) => {
      this.shown = view
      this.said = said
      this.moment = moment
      sounds.forEach(sound)
      if (caption !== null) this.caption = caption
    },
    (staying) => (this.lingers = staying),
  )

  /** At the table of this id, or at whatever else answers as a server does. */
  constructor(at: string | ((listener: Listener) => Line)) {
    this.live = typeof at === 'string'
    const connect = typeof at === 'string' ? toTable(at) : at
    this.socket = connect({
      receive: (message) => this.receive(message),
      connection: (now) => {
        if (this.connection === 'open' && now === 'lost') sound('offline')
        this.connection = now
      },
    })
  }

  /** The seat is to act, nothing is on its way, and what it is about is on the table before the player's eyes. */
  get canAct(): boolean {
    return this.mayAct && this.shown === this.state?.view
  }

  /** The seat is to act and nothing is on its way. */
  private get mayAct(): boolean {
    return this.pending === null && this.state !== null && mustAct(this.state.view)
  }

  /** What is known of the table besides its match. */
  get info(): TableInfo | null {
    return this.waiting ?? this.state?.table ?? null
  }

  get scene(): Scene {
    const { table, view } = this.state!
    return {
      game: table.game,
      unit: table.unit,
      bestTotal: table.best_total,
      players: table.players,
      toRight: table.to_right,
      viewer: view.seat,
      faces: facesOf(table, preferences.face),
      people: table.seats,
      clocks: table.clocks,
      levels: table.seats.map(({ bot }) => bot),
      search: table.search,
      said: this.spoken ?? this.said,
      moment: this.moment,
      lowFirst: this.table?.lowFirst,
      naming: (move) => this.table?.naming?.(view, move) ?? null,
    }
  }

  /** Others sit at the table, or watch it, or may come. */
  get inCompany(): boolean {
    const table = this.info
    if (!table) return false
    const others = table.seats.some(({ you, bot, free }) => !you && bot === null && !free)
    return others || table.link !== null || table.watchers > 0 || !table.seats.some(({ you }) => you)
  }

  /** The player is the host of the table. */
  get isHost(): boolean {
    return this.state?.table.seats.some(({ you, host }) => you && host) ?? false
  }

  /** The player may ask to take back what they have just done, as far as the page can tell. */
  get mayAskBack(): boolean {
    const { table, view, events, standing } = this.state!
    if (view.seat === null || standing.result !== null || table.take_back !== null) return false
    const how = table.settings.take_back
    const last = events.findLast(({ kind }) => kind === 'move' || kind === 'take_back' || kind === 'deal')
    if (how === 'unseen') return last?.kind === 'move' && last.seat === view.seat
    return how === 'agreed' && events.some(({ kind, seat }) => kind === 'move' && seat === view.seat)
  }

  /** The moves that the cards chosen already are; with none chosen, those that take no cards. */
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

  /** What the cards chosen fall into; nothing while the server has not said. */
  get parts(): readonly NamedPart[] {
    return this.answer?.parts ?? []
  }

  private get answer() {
    const selection = this.state?.selection
    const cards = this.chosen.map(cardOf)
    return selection && sameCards(selection.chosen, cards) ? selection : null
  }

  /** Choose these cards; `ask` asks the server what can become of them. */
  choose(ids: readonly string[], ask = false): void {
    this.chosen = ids
    this.asking = ask
    if (ask && ids.length > 0 && this.mayAct) {
      this.send({ type: 'select', version: this.state!.version, cards: ids.map(cardOf) })
    }
  }

  toggle(id: string, ask = false): void {
    const without = this.chosen.filter((other) => other !== id)
    this.choose(without.length < this.chosen.length ? without : [...without, id], ask)
  }

  /** Take back the choice, and put away what was answered to it. */
  clear(): void {
    this.chosen = []
    if (this.state) this.state = { ...this.state, refusal: null, hint: null }
  }

  play(move: WrittenMove): void {
    if (!this.state || this.pending !== null) return
    this.queue.skip()
    this.pending = move
    const { version, view } = this.state
    const send = () => {
      this.held = false
      this.send({ type: 'play', version, move: move.text })
    }
    this.held = this.isSecretive(view)
    if (this.held) this.beat.then(send)
    else send()
  }

  private isSecretive(view: View): boolean {
    return this.live && (this.table?.secretive(view) ?? false)
  }

  /** The pass that is all that the player can do; it is made for them. Null where there is a choice. */
  get forced(): WrittenMove | null {
    const { choices, view } = this.state!
    const [only] = choices.moves
    const alone = choices.moves.length === 1 && choices.cards.length === 0 && only!.kind === PASS.kind
    return alone && this.isSecretive(view) ? only! : null
  }

  /** What can be done in place of what the game offers; null where that is nothing else. */
  get instead(): readonly Action[] | null {
    return this.lingers ? [{ label: t('table.go_on'), run: () => this.queue.goOn() }] : this.detour
  }

  /** Show at once what is waiting to be shown, or go on after a trick. */
  skip(): void {
    if (this.lingers) this.queue.goOn()
    else this.queue.skip()
  }

  /** Say something that is no event, for ear and eye. */
  tell(text: string): void {
    this.announcer.say(text)
    this.caption = text
  }

  /** Say at once why something could not be done, for ear and eye. */
  private warn(text: string): void {
    this.announcer.insist(text)
    this.caption = text
  }

  /** Give premoves in place of those given before; what they say to a question that is open is done at once. */
  setPremoves(premoves: readonly string[]): void {
    this.premoves = premoves
    this.playPremove()
  }

  /** A card was tapped that cannot be played now, as it is not this player's turn: say so. */
  refuseTurn(): void {
    if (this.state?.standing.result === null && this.pending === null)
      this.tell(t('table.violation.not_your_turn'))
  }

  askHint(): void {
    if (this.canAct && this.givesHints) this.send({ type: 'ask_hint', version: this.state!.version })
  }

  /** Play again with everybody; `draw` gives out the seats anew. The table tells where. */
  askRematch(draw: boolean): void {
    this.asksRematch = true
    this.send({ type: 'rematch', draw })
  }

  /** Take back the last move, or ask the others whether it may be. */
  askBack(): void {
    if (this.state) this.send({ type: 'ask_take_back', version: this.state.version })
  }

  nextRound(): void {
    if (this.state) this.send({ type: 'next_round', version: this.state.version })
  }

  setPace(pace: number): void {
    this.send({ type: 'set_pace', pace })
  }

  /** Who the bot at a seat is from the next round on. */
  setLevel(seat: number, level: string): void {
    this.send({ type: 'set_level', seat, level })
  }

  /** The player asks to try again. */
  retry(): void {
    this.socket.retry()
  }

  /** Look over the shoulder of a seat that allows it, or with null no longer. */
  lookOver(seat: number | null): void {
    this.socket.lookOver?.(seat)
  }

  /** The browser has come back to the front, or has a network again. */
  wake(): void {
    this.socket.wake?.()
  }

  drop(): void {
    this.socket.drop()
  }

  close(): void {
    this.beat.end()
    this.socket.close()
  }

  /** Ask the server for something; while the line is cut nothing but a move is kept for it. */
  send(message: ClientMessage): void {
    this.problem = null
    this.socket.send(message)
  }

  private receive(message: ServerMessage): void {
    const before = this.state
    if (!this.socket.unanswered && !this.held) this.pending = null
    if (message.type === 'talk') return this.hear(message.lines)
    if (message.type === 'while_away') this.whileAway = message
    if (message.type === 'snapshot') this.waiting = null
    if (message.type === 'table') this.waiting = message.table.started ? null : message.table
    if (message.type === 'error') this.problem = message
    if (message.type === 'error' && before) this.warn(messageProblem(before.table.unit, message))
    const after = reduce(before, message)
    if (after === null) return message.type === 'update' ? this.socket.begin() : undefined
    this.state = after
    this.keepTime(before, after)
    if (before?.events[0]?.version !== after.events[0]?.version) this.premoves = []
    if (message.type === 'snapshot') this.begin(after)
    else if (message.type === 'update' && before) this.follow(before, after, message.events)
    else if (message.type === 'refused') this.announceRefusal(after)
    else if (message.type === 'hint' && after.hint === message) this.tellHint(message, before?.hint ?? null)
  }

  /** Whoever is asked what must not be told by the time it takes has a beat for it. */
  private keepTime(before: TableState | null, after: TableState): void {
    const isAsked = (state: TableState | null) =>
      state !== null && mustAct(state.view) && this.isSecretive(state.view)
    if (!isAsked(after)) {
      this.held = false
      return this.beat.end()
    }
    if (before?.version === after.version || (isAsked(before) && before!.view.phase === after.view.phase))
      return
    this.beat.begin(beatLength(this.inCompany, after.table.pace))
    const { forced } = this
    if (forced) this.beat.then(() => this.play(forced))
  }

  /** The last lines come again after each hello. */
  private hear(lines: readonly Talked[]): void {
    const last = this.lines.at(-1)?.number ?? 0
    this.lines = [...this.lines, ...lines.filter(({ number }) => number > last)]
  }

  private begin({ view, events }: TableState): void {
    this.chosen = []
    const moment = events.every(({ kind }) => kind === 'deal') ? momentIn(this.scene, events, kinds()) : null
    this.queue.start({ view, caption: null, moment })
    if (this.table) this.greet()
  }

  /** The game's table and its words are there. */
  open(table: TableModule): void {
    this.table = table
    if (this.state) this.keepTime(null, this.state)
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
    const moved = fresh.some(({ kind, seat }) => kind === 'move' && seat === after.view.seat)
    const held = withIds(after.view.hand)
    this.choose(moved ? [] : this.chosen.filter((id) => held.includes(id)), this.asking)
    if (!this.table) return this.queue.start({ view: after.view, caption: null })
    const lines = narrate(this.scene, fresh)
    const caption = captionOf(this.scene, fresh)
    const pictures = this.table.frames(this.queue.newest!.view, after.view, fresh)
    const ends =
      (before.standing.result === null && after.standing.result !== null) || hasEnded(before, after)
    // what the last trick of a round brings holds for nothing more: its result comes at once
    const moment = ends && pictures.length > 1 ? null : momentIn(this.scene, fresh, this.table.staged)
    // the last card is seen before what it decided
    if (ends && pictures.length === 1)
      pictures.unshift({ view: { ...after.view }, hold: moment ? ENDING_HOLD : BEFORE_RESULT })
    const staged = pictures.length - (ends ? 2 : 1)
    const said = saidIn(fresh, this.scene)
    const { first, last } = soundsOf(before, after, fresh)
    const share = after.table.pace === 0 ? QUICK : 1
    // the whole trick is the first picture
    const calm = preferences.pace === 'calm' && fresh.some(({ kind }) => kind === 'trick')
    this.queue.add(
      pictures.map(({ view, hold }, i) => ({
        view: {
          view,
          caption,
          said,
          moment: i === staged ? moment : null,
          sounds: [...(i === 0 ? first : []), ...(i === pictures.length - 1 ? last : [])],
        },
        hold: (i === staged && moment?.text ? Math.max(hold, MOMENT_HOLD) : hold) * share,
        stays: calm && i === 0,
      })),
    )
    this.announcer.say(...lines)
    this.askToAct(before.view, after.view)
  }

  private askToAct(before: View | null, view: View): void {
    if (this.playPremove()) return
    const question = this.questionIn(view)
    if (question !== null && question !== this.questionIn(before)) this.announcer.insist(question)
  }

  /** Do what the player has ordered; whether that was anything. */
  private playPremove(): boolean {
    const move = this.mayAct ? this.table?.premove(this.state!.view, this.premoves) : null
    if (move) this.play(move)
    return Boolean(move)
  }

  /** What the seat is asked for in this view; null where that is nothing. */
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
    this.caption = first!
    const untouched = before === null || sameCards(this.chosen, this.idsOf(before.move))
    if (untouched || !hint.searched) this.choose(this.idsOf(hint.move), true)
  }

  private idsOf(move: WrittenMove): string[] {
    const named = withIds(move.cards.map(cardIn))
    return withIds(this.state!.view.hand).filter((id) => named.includes(id))
  }
}

/** Also a deal that is thrown in, which brings no result. */
const hasEnded = (before: TableState, after: TableState) =>
  before.view.phase !== 'over' && after.view.phase === 'over'

const mustAct = ({ seat, acting }: View) => seat !== null && acting.includes(seat)

function sameCards(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join()
}
