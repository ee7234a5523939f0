// Made from sevenfold.server.protocol.schema by `npm run types`; edit the structs there, never this file.

/**
 * What became of a try: the learner is to go on, or it is over and was right or wrong.
 */
export type Outcome = 'open' | 'right' | 'wrong'
/**
 * How well a bot plays, as a table offers it; each is the name of a player.
 */
export type Level = 'easy' | 'expert' | 'hard' | 'medium'
export type ClientMessage =
  | Hello
  | Ping
  | Play
  | Select
  | AskHint
  | NextRound
  | SetPace
  | Start
  | AddSalt
  | SetOptions
  | SetBot
  | SetSettings
  | SetOpen
  | Remove
  | RemoveSpectator
  | PassHost
  | TakeSeat
  | SetName
  | SetPause
  | ShowHand
  | AskTakeBack
  | AnswerTakeBack
  | AnswerReturn
  | Rematch
  | Say
export type ServerMessage =
  | Snapshot
  | Update
  | RefusedMove
  | Choices
  | Hint
  | TableChanged
  | Talk
  | WhileAway
  | Pong
  | HostNotice
  | ErrorMessage

/**
 * Every type that client and server share, by its name.
 */
export interface Protocol {
  Hello: Hello
  Ping: Ping
  Play: Play
  Select: Select
  AskHint: AskHint
  NextRound: NextRound
  SetPace: SetPace
  Start: Start
  AddSalt: AddSalt
  SetOptions: SetOptions
  SetBot: SetBot
  SetSettings: SetSettings
  TableSettings: TableSettings
  SetOpen: SetOpen
  Remove: Remove
  RemoveSpectator: RemoveSpectator
  PassHost: PassHost
  TakeSeat: TakeSeat
  SetName: SetName
  SetPause: SetPause
  ShowHand: ShowHand
  AskTakeBack: AskTakeBack
  AnswerTakeBack: AnswerTakeBack
  AnswerReturn: AnswerReturn
  Rematch: Rematch
  Say: Say
  NewTable: NewTable
  Rename: Rename
  Join: Join
  Return: Return
  QrText: QrText
  LessonTry: LessonTry
  PracticeTry: PracticeTry
  OpenRecord: OpenRecord
  WhatIf: WhatIf
  PlayOn: PlayOn
  PlayAgain: PlayAgain
  OfferCards: OfferCards
  TakeCards: TakeCards
  PlayDay: PlayDay
  NewEvent: NewEvent
  JoinEvent: JoinEvent
  AnswerAsking: AnswerAsking
  PlayEvent: PlayEvent
  EndRound: EndRound
  AskReview: AskReview
  TryAgain: TryAgain
  ReportTable: ReportTable
  ReportRound: ReportRound
  AnswerBrowser: AnswerBrowser
  AskBrowser: AskBrowser
  UseKey: UseKey
  SayWord: SayWord
  NewIntroduction: NewIntroduction
  ComeIn: ComeIn
  Snapshot: Snapshot
  TableInfo: TableInfo
  Seat: Seat
  Standing: Standing
  Spectator: Spectator
  Pause: Pause
  SeatClock: SeatClock
  TakeBackRequest: TakeBackRequest
  ReturnRequest: ReturnRequest
  Coming: Coming
  GoingOn: GoingOn
  DealPromise: DealPromise
  BranchedFrom: BranchedFrom
  View: View
  Pile: Pile
  ResultLine: ResultLine
  Choices: Choices
  WrittenMove: WrittenMove
  NamedPart: NamedPart
  Event: Event
  Mark: Mark
  Tip: Tip
  Decided: Decided
  ClaimTime: ClaimTime
  TakeBackOffer: TakeBackOffer
  CardCounter: CardCounter
  DealKey: DealKey
  Update: Update
  RefusedMove: RefusedMove
  Hint: Hint
  Reason: Reason
  Loss: Loss
  TableChanged: TableChanged
  Talk: Talk
  Line: Line
  WhileAway: WhileAway
  Pong: Pong
  HostNotice: HostNotice
  SaidTold: SaidTold
  ClosingTold: ClosingTold
  ErrorMessage: ErrorMessage
  GameInfo: GameInfo
  SeatRange: SeatRange
  OptionSpec: OptionSpec
  Preset: Preset
  RuleBook: RuleBook
  RuleSection: RuleSection
  RuleText: RuleText
  Guide: Guide
  GuideSection: GuideSection
  Essentials: Essentials
  Word: Word
  ListedTable: ListedTable
  ReplayRound: ReplayRound
  SessionInfo: SessionInfo
  Invitation: Invitation
  SeatAsked: SeatAsked
  OpenTable: OpenTable
  Me: Me
  OwnGame: OwnGame
  Interval: Interval
  Browser: Browser
  DoorInfo: DoorInfo
  OwnIntroduction: OwnIntroduction
  ShownIntroduction: ShownIntroduction
  BrowserLink: BrowserLink
  OpenBrowserLink: OpenBrowserLink
  AskingBrowser: AskingBrowser
  BrowserInvitation: BrowserInvitation
  PersonKey: PersonKey
  QrCode: QrCode
  Network: Network
  LessonBook: LessonBook
  LessonInfo: LessonInfo
  StepInfo: StepInfo
  LessonAnswer: LessonAnswer
  Outcome: Outcome
  PracticeAnswer: PracticeAnswer
  PracticeVerdict: PracticeVerdict
  TriedMove: TriedMove
  EventInfo: EventInfo
  EventDeal: EventDeal
  EventSeat: EventSeat
  EventStanding: EventStanding
  EventTeam: EventTeam
  EventTable: EventTable
  EventAsking: EventAsking
  EventAdvice: EventAdvice
  EnoughDeals: EnoughDeals
  EventList: EventList
  EventLine: EventLine
  Replay: Replay
  Fairness: Fairness
  ReplayMoment: ReplayMoment
  RoundLink: RoundLink
  Day: Day
  Lamp: Lamp
  DayGame: DayGame
  Level: Level
  DayDeal: DayDeal
  Placing: Placing
  BestRound: BestRound
  Branch: Branch
  Compared: Compared
  BoardEntry: BoardEntry
  Divergence: Divergence
  BotsPlay: BotsPlay
  CardsLink: CardsLink
  OfferedCards: OfferedCards
  ReviewState: ReviewState
  EvaluationInfo: EvaluationInfo
  CurvePoint: CurvePoint
  DealLuck: DealLuck
  TriedAgain: TriedAgain
  MomentReport: MomentReport
  Record: Record
  WordsPage: WordsPage
  KeptKind: KeptKind
  LockupView: LockupView
  Trump7View: Trump7View
  Ladder: Ladder
  SevenBridgeView: SevenBridgeView
  Ends: Ends
  LockSevenView: LockSevenView
  Row: Row
  Follow: Follow
  ClientMessage: ClientMessage
  ServerMessage: ServerMessage
}
/**
 * The first message: `version` is the last one that the client has, or None if it has none.
 *
 * It is always answered: by an update or a snapshot, or by `table` at a table that has not started. So a
 * client that was asleep sends it again, and opens a new socket if no answer comes within two seconds.
 *
 * With `over` a spectator looks over the shoulder of a seat that shows its hand. They are sent the view of
 * the seat until its person or the host no longer allows it. `version` is then a version of that view.
 */
export interface Hello {
  type: 'hello'
  version?: number | null
  over?: number | null
}
/**
 * Answered by `pong` at once, so that a client knows how long a message and its answer take.
 */
export interface Ping {
  type: 'ping'
}
/**
 * A move, made on what the client saw at `version`.
 *
 * While cards are dealt a claim may come at any version of the deal: it is made when the seat is next asked,
 * unless a pass withdraws it. Until then it has no answer of its own.
 */
export interface Play {
  type: 'play'
  version: number
  move: string
}
/**
 * Ask what can be done with the cards chosen so far.
 */
export interface Select {
  type: 'select'
  version: number
  cards: string[]
}
/**
 * Ask which move is good, and why; there are up to two answers.
 */
export interface AskHint {
  type: 'ask_hint'
  version: number
}
/**
 * Go on, after the end of a round: the next deal comes once all who are there have said so.
 *
 * Those who have not see the result for 20 seconds more at most (`TableInfo.going_on`).
 */
export interface NextRound {
  type: 'next_round'
  version: number
}
/**
 * Set how long a bot takes for a move at most, in ms; 0 is no pause.
 */
export interface SetPace {
  type: 'set_pace'
  pace: number
}
/**
 * Deal the first round. Bots named by `fill` sit down at free seats; None if no seat is free.
 */
export interface Start {
  type: 'start'
  fill?: string | null
}
/**
 * Add to the deals of the match what the server could not know (docs/fairness.md), before the start.
 *
 * The last salt of a seat counts. After the start it changes nothing, and is no error.
 */
export interface AddSalt {
  type: 'add_salt'
  salt: string
}
/**
 * Change the options before the start: a preset with `options` on top, as for a new table.
 *
 * If the number of `players` changes, persons keep their seats where they can.
 */
export interface SetOptions {
  type: 'set_options'
  preset?: string | null
  options?: {
    [k: string]: string | number | boolean
  }
  players?: number | null
}
/**
 * Choose the bot at a seat. `bot` is a level, or one of the table's `bots`.
 *
 * Before the start that may be any seat without a person, and None frees it. Afterwards the bot at a bot's
 * seat is changed between two rounds, from the next round on.
 */
export interface SetBot {
  type: 'set_bot'
  seat: number
  bot: string | null
}
/**
 * Change the settings; `take_back`, `clock`, `counter` and `rounds` only before the start.
 */
export interface SetSettings {
  type: 'set_settings'
  settings: TableSettings
}
/**
 * How a table deals with absence, newcomers, spectators, talk, clocks, counting, moves taken back and
 * looking back.
 *
 * `take_back`, `clock`, `counter` and `rounds` are settled when the table starts; the host may
 * change the others at any time.
 */
export interface TableSettings {
  absence: 'bot' | 'pause' | 'wait'
  grace: number
  joining: 'at_once' | 'between_rounds'
  take_back: 'agreed' | 'never' | 'unseen'
  clock: 'fast' | 'none' | 'relaxed'
  counter: boolean
  watching: boolean
  over_shoulder: boolean
  free_text: boolean
  listed: boolean
  rounds: 'at_once' | 'match_end' | 'never'
}
/**
 * Open the table to newcomers with a new link and a new code, or close it. The old ones end.
 */
export interface SetOpen {
  type: 'set_open'
  open: boolean
}
/**
 * Remove the person at a seat. They cannot come back, and the links to the table are renewed.
 *
 * Before the start the seat becomes free; in play a bot takes it. All spectators go too, as any of them may
 * be that person in another window; the new link lets them in again.
 */
export interface Remove {
  type: 'remove'
  seat: number
}
/**
 * Remove a spectator. They cannot come back, and the link for spectators is renewed; the others stay.
 */
export interface RemoveSpectator {
  type: 'remove_spectator'
  spectator: string
}
/**
 * Make the person at a seat the host.
 */
export interface PassHost {
  type: 'pass_host'
  seat: number
}
/**
 * Move to a free seat before the start.
 */
export interface TakeSeat {
  type: 'take_seat'
  seat: number
}
/**
 * Take another name at this table.
 */
export interface SetName {
  type: 'set_name'
  name: string
}
/**
 * Pause the table, or go on. Anybody who sits there may do both, where there is a clock three times.
 */
export interface SetPause {
  type: 'set_pause'
  paused: boolean
}
/**
 * Let a spectator look over one's shoulder, if `settings.over_shoulder` is set; or stop letting them.
 *
 * `to` is the `id` of a spectator. None stands for all of them, and can only end it.
 */
export interface ShowHand {
  type: 'show_hand'
  shown: boolean
  to?: string | null
}
/**
 * Take back the seat's last move and what came after it, or ask everybody to agree to that.
 *
 * `version` is the one that the client has, and `may_take_back` of the last message says what will come of
 * it. At most one request is open at a table. The next move ends it, and so does whoever comes or leaves for
 * good.
 */
export interface AskTakeBack {
  type: 'ask_take_back'
  version: number
}
/**
 * Agree to a move being taken back, or refuse. With False, the seat that asked withdraws its request.
 */
export interface AnswerTakeBack {
  type: 'answer_take_back'
  agree: boolean
}
/**
 * Believe whoever says that a seat is theirs (`TableInfo.returning`), or do not: one no ends it.
 */
export interface AnswerReturn {
  type: 'answer_return'
  agree: boolean
}
/**
 * Play again after the end of a match: the same persons, bots, spectators, options and settings.
 *
 * It begins once all who are there have asked for it, or 20 seconds after the first (`TableInfo.going_on`).
 * `TableInfo.rematch` then tells everybody the new table. If the first asks with `draw`, the seats are drawn
 * anew. `salt` is what the seat adds to its deals (`TableInfo.rematch_promise`).
 */
export interface Rematch {
  type: 'rematch'
  draw?: boolean
  salt?: string | null
}
/**
 * Say something to everybody there: one of the three fields. Spectators may, too.
 */
export interface Say {
  type: 'say'
  phrase?:
    | (
        | 'again'
        | 'good_luck'
        | 'goodbye'
        | 'hello'
        | 'oh_no'
        | 'one_moment'
        | 'sorry'
        | 'thanks'
        | 'well_played'
        | 'your_turn'
      )
    | null
  reaction?: ('clap' | 'heart' | 'laugh' | 'sad' | 'smile' | 'wow') | null
  text?: string | null
}
/**
 * Ask for a table: a game, a preset or options or both (options go on top), how many seats.
 *
 * `pace` is how long a bot takes for a move at the most, in ms; 0 is no pause. `bots` says who the bots are,
 * seat by seat: a level, or one of the game's `bots`. One stands for all.
 *
 * With `friends` the table waits: its other seats are free, `bots` does not matter, and the host starts it.
 * Else it starts at once with bots, closed to newcomers until its host opens it. With `wait` it does not
 * start yet, so that whoever makes it knows what is promised of its deals before they add their salt.
 */
export interface NewTable {
  game: string
  preset?: string | null
  options?: {
    [k: string]: string | number | boolean
  }
  players?: number | null
  pace?: number
  bots?: string[]
  friends?: boolean
  wait?: boolean
  name?: string | null
  settings?: TableSettings1
}
/**
 * How a table deals with absence, newcomers, spectators, talk, clocks, counting, moves taken back and
 * looking back.
 *
 * `take_back`, `clock`, `counter` and `rounds` are settled when the table starts; the host may
 * change the others at any time.
 */
export interface TableSettings1 {
  absence: 'bot' | 'pause' | 'wait'
  grace: number
  joining: 'at_once' | 'between_rounds'
  take_back: 'agreed' | 'never' | 'unseen'
  clock: 'fast' | 'none' | 'relaxed'
  counter: boolean
  watching: boolean
  over_shoulder: boolean
  free_text: boolean
  listed: boolean
  rounds: 'at_once' | 'match_end' | 'never'
}
/**
 * What the person wants to be called at tables from now on.
 */
export interface Rename {
  name: string
}
/**
 * Come to a table by a link or code. `seat` is needed only for a link of the kind `seat`.
 *
 * `name` is for persons and spectators; None stands for the session's name.
 */
export interface Join {
  seat?: number | null
  name?: string | null
}
/**
 * Say that the seat of somebody who is away is one's own, and what one is called.
 */
export interface Return {
  seat: number
  name: string
}
/**
 * The text of a QR code, usually the address of a link.
 */
export interface QrText {
  text: string
}
/**
 * A message to a step, as it would go to a table, after the moves that the learner has made in it.
 */
export interface LessonTry {
  message: Hello | Play | Select | AskHint
  made?: string[]
}
/**
 * A message to a position, as it would go to a table.
 */
export interface PracticeTry {
  message: Hello | Play | Select | AskHint
}
/**
 * Show a record (docs/notation.md): one line of a file. Nothing of it is kept.
 *
 * `from` is as in the address of a round: a seat, `watch` or `open`.
 */
export interface OpenRecord {
  record: string
  from?: string | null
}
/**
 * A message to a moment of a finished round, as it would go to a table, to try something else there.
 *
 * `from` is as in the address of the round, and `at` the steps that stand at the moment. `made` are the
 * moves that were made after it instead, each with its seat, as in `1 QH`, or `*` for chance. `play` is
 * answered with the move and all that the bots do then, to the end of the round; they play as `bots` says.
 * `select` and `hello` are answered as by a table at which whoever asks acts for the seat that is to act. If
 * the moves made end the round, `hello` is answered with all that was told of them, from whichever side.
 *
 * With the cards `then`, the first of the moves made is by the seat from whose view the others' cards are
 * dealt anew, and `again` chooses among deals: the same number gives the same cards.
 */
export interface WhatIf {
  message: Hello | Play | Select
  at: number
  made?: string[]
  from?: string | null
  bots?: string
  cards?: 'then' | 'true'
  again?: number
}
/**
 * Ask for a table whose match begins at a moment of a finished round; the scores so far stay.
 *
 * `at` are the steps that stand there, and `made` those that were made after it instead, as in `WhatIf`;
 * `dealt` is its `again`, where the others' cards were dealt anew in that branch. With the `same` cards the
 * others hold what they hold there, and chance draws in this round as it would have; `fresh` ones are dealt
 * anew among what `seat` cannot rule out, and chance with them. Later rounds are dealt afresh.
 *
 * Whoever asks has `seat`, and the others are bots, as in `NewTable`. With `friends` the table is paused at
 * first, and whoever comes by its link takes a bot's seat at once.
 */
export interface PlayOn {
  at: number
  seat: number
  made?: string[]
  dealt?: number | null
  cards?: 'fresh' | 'same'
  friends?: boolean
  bots?: string[]
  pace?: number
}
/**
 * Ask for a table with the cards of a finished round, for one round alone with bots.
 *
 * Without `seat` it is the seat that whoever asks had, or from which they were shown the round. `pace` is as
 * in `NewTable`.
 */
export interface PlayAgain {
  seat?: number | null
  pace?: number
}
/**
 * Ask for a link by which others play the cards of a finished round, at a seat as in `PlayAgain`.
 */
export interface OfferCards {
  seat?: number | null
}
/**
 * Ask for a table of one's own with the cards of a link. `name` and `pace` are as in `NewTable`.
 */
export interface TakeCards {
  name?: string | null
  pace?: number
}
/**
 * Ask for a table of one's own with a deal of the day: the same again, if it has been begun.
 *
 * `pace` is how long a bot waits before it moves, in ms.
 */
export interface PlayDay {
  name?: string | null
  pace?: number
}
/**
 * Ask for an event of so many `deals`; game, preset, options and players are as in `NewTable`.
 *
 * `until` is when one at one's own time ends, ISO 8601 with an offset. An evening has a `movement`, a
 * `clock` for each decision, and if it is wanted `minutes` for each round; its invitation says when it
 * `starts`; each of two teams may have a name in `team_names`. What is `listed` is shown to everybody here;
 * else it takes the link. With `host_name` whoever asks is called so from now on.
 */
export interface NewEvent {
  name: string
  game: string
  preset?: string | null
  options?: {
    [k: string]: string | number | boolean
  }
  players?: number | null
  kind: 'evening' | 'own_time'
  movement?: ('individual' | 'teams') | null
  team_names?: [string | null, string | null] | null
  deals: number
  until?: string | null
  minutes?: number | null
  clock?: 'fast' | 'relaxed'
  starts?: string | null
  listed?: boolean
  host_name?: string | null
}
/**
 * Take part in an event, under this name; without one, under that of the session. `team` is 0 or 1.
 *
 * With `in_place_of`, the pseudonym of somebody who takes part in an evening, whoever asks says that this is
 * themselves, without their session. They take part once the host says yes, as somebody new.
 */
export interface JoinEvent {
  name?: string | null
  team?: number | null
  in_place_of?: string | null
}
/**
 * Let somebody take part who says that a place is theirs, instead of whoever has it, or do not.
 */
export interface AnswerAsking {
  agree: boolean
}
/**
 * Ask for a table of one's own with a deal of an event. `pace` is as in `NewTable`.
 */
export interface PlayEvent {
  pace?: number
}
/**
 * Go on to the next round of an evening; where `round` is named, only if that one is played now.
 */
export interface EndRound {
  round?: number | null
}
/**
 * Ask for the review of a seat's round. It is one for all who may look at the round.
 *
 * `from` is the seat; without it that of whoever asks, by a link that of its maker. With `known` decisions
 * are judged by where all cards lay, which nobody could know.
 */
export interface AskReview {
  from?: string | null
  known?: boolean
}
/**
 * Ask what another move would have been worth at a decision that the review has judged.
 *
 * `at` is that of the `EvaluationInfo`, `from` and `known` are those of the review.
 */
export interface TryAgain {
  at: number
  move: string
  from?: string | null
  known?: boolean
}
/**
 * Report the moment that the person sees at a table just now.
 *
 * `words` say what is wrong. `seat` is that of the bot which is meant; null for a rule, or anything else.
 */
export interface ReportTable {
  words: string
  seat?: number | null
}
/**
 * Report a moment of a finished round. `at` and `from` are as in its address.
 */
export interface ReportRound {
  words: string
  at: number
  seat?: number | null
  from?: string | null
}
/**
 * Whether the browser that asks is attached.
 */
export interface AnswerBrowser {
  attach: boolean
}
/**
 * Ask to become a person's browser. `bring`: seats and results come along, where they do not collide.
 */
export interface AskBrowser {
  bring: boolean
}
/**
 * Attach this browser to whose key this is. `bring` as in `AskBrowser`.
 */
export interface UseKey {
  key: string
  bring: boolean
}
/**
 * Come in by the word that all who belong here know.
 */
export interface SayWord {
  word: string
}
/**
 * Make a link that lets others into the card room: one with `once`, else all who come in so many days.
 */
export interface NewIntroduction {
  once: boolean
  days: number
}
/**
 * Come in by such a link, with a name.
 */
export interface ComeIn {
  name?: string | null
}
/**
 * Everything a client needs to draw the table. `events` are those of this round.
 */
export interface Snapshot {
  type: 'snapshot'
  version: number
  table: TableInfo
  view: View
  standing: Standing
  choices: Choices
  events: Event[]
  marks: Mark[]
  tips: Tip[]
  decided: Decided | null
  claims: ClaimTime | null
  may_take_back: TakeBackOffer | null
  counter: CardCounter | null
  keys: DealKey[]
}
/**
 * A table as it is shown to one of its players or spectators, or to somebody with a link to it.
 */
export interface TableInfo {
  id: string
  game: string
  preset: string | null
  nearest: string | null
  differs: string[]
  options: {
    [k: string]: string | number
  }
  players: number
  seats: Seat[]
  unit: 'deal' | 'hand' | 'round'
  to_right: boolean
  best_total: 'highest' | 'lowest'
  seat_fields: string[]
  gap_fields: string[]
  bids: string[]
  target: number | null
  length: number | null
  pace: number
  search: 'missing' | 'preparing' | 'ready'
  bots: string[]
  created: string
  standing: Standing
  started: boolean
  settings: TableSettings
  link: string | null
  code: string | null
  watch_link: string | null
  watchers: number
  spectators: Spectator[]
  pause: Pause | null
  clocks: SeatClock[]
  take_back: TakeBackRequest | null
  returning: ReturnRequest | null
  coming: Coming[]
  comes_to: number | null
  going_on: GoingOn | null
  rematch: string | null
  rules_changed: boolean
  barred_faces: string[]
  promise: DealPromise | null
  rematch_promise: DealPromise | null
  branched_from: BranchedFrom | null
  board: string | null
  event: string | null
}
/**
 * Who sits at a seat: a person, a bot or nobody. `bot` is a bot's level, or the name of its player.
 */
export interface Seat {
  seat: number
  you: boolean
  bot: string | null
  free: boolean
  name: string | null
  connected: boolean
  substitute: boolean
  shows_hand: boolean
  shows_you: boolean
  host: boolean
  open: boolean
  left: boolean
}
/**
 * How the match stands. `result` is of the round; None before its end.
 *
 * `round_winners` are the seats with the best result of the round: nobody before its end, and where the
 * round brought nobody anything. `winners` are those of the match.
 */
export interface Standing {
  round: number
  result: number[] | null
  results: number[][]
  scores: number[]
  over: boolean
  winners: number[]
  next_first: number | null
  round_winners: number[]
}
/**
 * Somebody who watches. `id` stays the same whatever they are called, and wherever they sit.
 */
export interface Spectator {
  id: string
  name: string | null
  connected: boolean
  sees: number[]
  played: number | null
}
/**
 * The table is paused: a seat asked for it, an absent one is to act, or the game's code erred when it was
 * called for the seat. Nobody may move until it ends.
 */
export interface Pause {
  seat: number
  why: 'absent' | 'asked' | 'error'
  until: string | null
}
/**
 * The time that a person has. At the deadline Medium moves for the seat.
 */
export interface SeatClock {
  seat: number
  bank: number
  deadline: string | null
}
/**
 * A seat asks to take back its last move, and what came after it.
 */
export interface TakeBackRequest {
  seat: number
  move: string
  agreed: number[]
}
/**
 * Somebody who is not there says that a seat is theirs: everybody else who sits there is asked.
 *
 * They are called `name`. One no ends it. They are let in once all have said yes, or at `until` if somebody
 * has: who has not answered by then is passed over.
 */
export interface ReturnRequest {
  seat: number
  name: string
  agreed: number[]
  until: string
}
/**
 * Somebody who has the `seat` as soon as no deal is in play. Until then a bot plays on, or its holder.
 *
 * They see the table as a spectator who is shown no hand.
 */
export interface Coming {
  seat: number
  name: string | null
}
/**
 * The persons at `seats` have seen the result. The others see it until they go on, or until `until`.
 */
export interface GoingOn {
  seats: number[]
  until: string
}
/**
 * What a table promises of its deals: the root of the tree, and the terms as they are now.
 */
export interface DealPromise {
  root: string
  terms: string
}
/**
 * The moment of a finished round from which a table was played on.
 *
 * `round` is its id, for whoever made the table alone. `at` are the steps that stood there, and `seat` is
 * the one that they took. With the `same` cards, whoever has seen the round may know all hands; `fresh` ones
 * were dealt anew among what that seat could not rule out.
 */
export interface BranchedFrom {
  round: string | null
  at: number
  seat: number
  cards: 'fresh' | 'same'
}
/**
 * What one seat sees of a round; `seat` is None for a spectator.
 *
 * A game's own view adds its fields: a number, a `Seat`, a text or pile, a `Lying`, a tuple of `Partners`,
 * or a tuple with a number a seat, None for a seat that has none yet. A table that knows nothing of the game
 * can draw them by the labels in the game's texts. Where a view has `trump`, its suit, or `sorted_hand`, a
 * tuple of `SuitGroup`, the hand is sorted by them.
 */
export interface View {
  game: string
  seat: number | null
  acting: number[]
  phase: string
  hand: string[]
  hand_sizes: number[]
  leader: number | null
  table: Pile[]
  verb: string
  result_lines: ResultLine[]
}
/**
 * Cards that lie open: whose they are, `None` for nobody's.
 */
export interface Pile {
  seat: number | null
  cards: string[]
}
/**
 * A line of how a round came out: the rule that it comes from, and the key of its sentence in the texts.
 *
 * It is about one `seat`, or about the `seats` of a side or of several players, whom its sentence calls by
 * their names. `count` is what the line comes to; where that is a product, it is `points` times `times`. The
 * lines are in the order in which they are added up.
 */
export interface ResultLine {
  rule: string
  key: string
  seat: number | null
  seats: number[]
  cards: string[]
  points: number | null
  times: number | null
  count: number | null
}
/**
 * What the seat may do with the cards `chosen`: which may be added, and which moves they already are.
 *
 * `cards` names each kind of card of which one more may be added. `cards` and `moves` are empty for a seat
 * that is not to act. While claims are open and nothing is chosen, `moves` are all legal moves, each claim
 * with all of its cards. `parts` names the parts of what is chosen, the strongest first, and before them
 * what they make together, such as a throw. It is empty if the cards form no parts.
 */
export interface Choices {
  type: 'choices'
  version: number
  chosen: string[]
  cards: string[]
  moves: WrittenMove[]
  parts: NamedPart[]
}
/**
 * A move as it is shown: its text, and the parts of the text.
 *
 * `kind` is its word, or `play`. `cards` are the cards it names: `JK=6H` is a joker that stands for a
 * card, `?` a card that the viewer may not know. `arg` is what comes after them.
 */
export interface WrittenMove {
  text: string
  kind: string
  cards: string[]
  arg: string | null
}
/**
 * A part of the cards chosen that counts as one, the highest card first; the game names its kinds.
 */
export interface NamedPart {
  kind: string
  cards: string[]
}
/**
 * One thing that happened.
 *
 * Every game has these kinds, and some of its own, with a sentence each in its texts:
 *
 * - `deal`: a round begins. `seat` acts first, `count` is the number of the round.
 * - `move`: `seat` made `move`, which is as the viewer may know it.
 * - `chance`: `move` is what chance did.
 * - `round`: the round ended. `scores` are what it brought.
 * - `take_back`: `seat` took back. Of the moves that the viewer knew before these events, the last `count`
 *   do not count any more. Moves that came since and were taken back are left out.
 */
export interface Event {
  kind: string
  version: number
  seat: number | null
  move: string | null
  cards: string[]
  count: number | null
  suit: string | null
  scores: number[]
  action: string | null
  arg: string | null
  manner: 'said' | 'seen' | 'staged'
}
/**
 * The move told by the event of this version was not made by the person at the seat.
 *
 * `substitute`: a bot moved while they were absent. `clock`: their time was over.
 */
export interface Mark {
  version: number
  by: 'clock' | 'substitute'
}
/**
 * A sentence for a player who meets something for the first time: `coach.CODE` among the sentences of the
 * game's lessons.
 *
 * A game's `coach.py` chooses the tips that fit a moment from what a seat is sent: its view, and the events
 * that came with it. So a tip tells nobody more than they may know. The browser remembers which tips its
 * player has read.
 *
 * `at` is what it points at, named as in lessons (book/lessons.py). The sentence may name `seat`, and `card`
 * and `other`, which are `cards` in this order.
 */
export interface Tip {
  code: string
  at: string
  seat: number | null
  cards: string[]
}
/**
 * The moment that decided a round: `decided.CODE` among the game's texts.
 *
 * `seat` did it, with `cards`, and `other` gained by it, where that is somebody else. `count` is what it
 * brought or cost.
 */
export interface Decided {
  code: string
  seat: number | null
  other: number | null
  cards: string[]
  count: number | null
}
/**
 * How long claims are open, whoever may claim, and how much longer they are taken, in ms.
 *
 * `left` counts from when this was sent until a claim must have reached the server.
 */
export interface ClaimTime {
  length: number
  left: number
}
/**
 * What the seat may do about its last move: take it back, with `ask` if everybody agrees, or not.
 */
export interface TakeBackOffer {
  ask: boolean
  why_not: ('again' | 'many' | 'seen' | 'shown') | null
}
/**
 * The cards that are gone, as a spectator can tell, so that everybody is told the same.
 *
 * Cards stand in the game's own order.
 */
export interface CardCounter {
  kinds: string[]
  copies: number
  gone: string[]
}
/**
 * The key of a deal, and the path from it to the promise. `round` is the number of its round.
 */
export interface DealKey {
  deal: number
  round: number
  key: string
  path: string[]
}
/**
 * What happened after version `since`, and the view at `version`.
 */
export interface Update {
  type: 'update'
  since: number
  version: number
  view: View
  standing: Standing
  choices: Choices
  events: Event[]
  tips: Tip[]
  marks: Mark[]
  decided: Decided | null
  claims: ClaimTime | null
  may_take_back: TakeBackOffer | null
  counter: CardCounter | null
  keys: DealKey[]
}
/**
 * A move that the rules refuse: `rule` is the rule's number or a common violation.
 *
 * `would_do` are the cards to choose from first; empty if the refused cards were among them.
 */
export interface RefusedMove {
  type: 'refused'
  version: number
  move: string
  rule: string
  details: {
    [k: string]: string
  }
  choices: Choices
  would_do: string[]
}
/**
 * A move, and why. The first hint is Medium's; a second is what a search found, if the
 * game can be searched. `others` are at most two, the better first.
 */
export interface Hint {
  type: 'hint'
  version: number
  move: WrittenMove
  reason: Reason | null
  others: Loss[]
  searched: boolean
}
/**
 * Why a player would make a move: `reason.CODE` among the game's texts.
 */
export interface Reason {
  code: string
  count: number | null
  suit: string | null
}
/**
 * A move that is certainly worse than the hinted one, and by how much, in what a round brings.
 */
export interface Loss {
  move: WrittenMove
  by: number
}
/**
 * Something about the table besides its match has changed: who is there, who sits where, its settings.
 *
 * At a table that has not started it is also the answer to `hello`. When the table starts, a snapshot
 * follows.
 */
export interface TableChanged {
  type: 'table'
  table: TableInfo
}
/**
 * What was said: the last lines after a `hello`, then each line as it is said.
 *
 * If it is `whole`, all that was told before is to be forgotten. It is so after a `hello`, and when somebody
 * has deleted what they said; then there may be no lines.
 */
export interface Talk {
  type: 'talk'
  lines: Line[]
  whole: boolean
}
/**
 * Something that was said. Its text is plain text: nothing in it is a link or markup.
 */
export interface Line {
  number: number
  seat: number | null
  name: string | null
  pseudonym: string | null
  phrase:
    | (
        | 'again'
        | 'good_luck'
        | 'goodbye'
        | 'hello'
        | 'oh_no'
        | 'one_moment'
        | 'sorry'
        | 'thanks'
        | 'well_played'
        | 'your_turn'
      )
    | null
  reaction: ('clap' | 'heart' | 'laugh' | 'sad' | 'smile' | 'wow') | null
  text: string | null
  at: string
}
/**
 * For a person who comes back: how many moves a bot has made for them while they were away.
 *
 * `tricks` is how many of these played to a trick; 0 in games without tricks.
 */
export interface WhileAway {
  type: 'while_away'
  moves: number
  tricks: number
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong'
  now: string
}
/**
 * All that the host tells everybody just now; it takes the place of what was told before.
 */
export interface HostNotice {
  type: 'notice'
  said: SaidTold | null
  closing: ClosingTold | null
}
/**
 * A message of the host's, and since when it is told, UTC, ISO 8601.
 */
export interface SaidTold {
  words: string
  at: string
}
/**
 * The server closes then, or has closed: nothing new begins, and after that no round either.
 */
export interface ClosingTold {
  words: string
  at: string
}
/**
 * What went wrong with a request or message; nothing has changed. The codes are those of errors.py.
 *
 * Over HTTP it is the body of every answer with an error status. On a socket `stale` is followed by an
 * update from the version that the client named, or a snapshot. Those alone answer a move that was made
 * already, as a pass is when claims end. Where the socket cannot go on, the server sends the error and
 * closes it with 4000 more than the HTTP status, such as 4401 for `session_unknown`.
 */
export interface ErrorMessage {
  type: 'error'
  code: string
  values: {
    [k: string]: string
  }
}
/**
 * A game: its name, seats, options and what else there is to choose.
 */
export interface GameInfo {
  name: string
  players: SeatRange
  rules_version: number
  options: OptionSpec[]
  presets: Preset[]
  first_preset: {
    [k: string]: string
  }
  best_total: 'highest' | 'lowest'
  target: string | null
  lessons: string[]
  practice: number
  bots: string[]
}
/**
 * How many seats a table of a game may have, and how many it has unless one asks for another number.
 */
export interface SeatRange {
  min: number
  max: number
  default: number
}
/**
 * What values an option takes: one of `choices`, or a number from `minimum` to `maximum`.
 */
export interface OptionSpec {
  name: string
  rule: string
  default: string | number
  choices: (string | number)[]
  minimum: number | null
  maximum: number | null
  multiple_of: number | null
  later: boolean
}
/**
 * A preset: a name for a set of option values.
 */
export interface Preset {
  name: string
  options: {
    [k: string]: string | number
  }
}
/**
 * The rules of a game in one language; the introduction is Markdown.
 */
export interface RuleBook {
  game: string
  language: string
  title: string
  intro: string
  sections: RuleSection[]
}
/**
 * A section of a rule book: `text` is what it says besides its rules, in Markdown.
 */
export interface RuleSection {
  title: string
  text: string
  rules: RuleText[]
  appendix: boolean
}
/**
 * One numbered rule, in Markdown.
 */
export interface RuleText {
  id: string
  text: string
}
/**
 * The illustrated page of a game and its essentials in one language.
 */
export interface Guide {
  game: string
  language: string
  title: string
  sections: GuideSection[]
  essentials: Essentials
}
/**
 * A section of the illustrated page, in Markdown.
 */
export interface GuideSection {
  title: string
  text: string
}
/**
 * What one looks up while playing: a list in Markdown.
 */
export interface Essentials {
  title: string
  text: string
}
/**
 * A term in one language: the word for it and what it means.
 *
 * `forms` are the words by which a text is known to speak of it; none where they have other meanings too.
 */
export interface Word {
  term: string
  word: string
  meaning: string
  forms: string[]
}
/**
 * A table in the list of the person's tables.
 */
export interface ListedTable extends TableInfo {
  your_turn: boolean
  since: string | null
  watching: boolean
  left: boolean
  rounds: ReplayRound[]
}
/**
 * A finished round of a match. `round` is its number in the match, and `result` what it brought.
 *
 * A deal that was `thrown_in` has no result, and the next deal has the same number.
 */
export interface ReplayRound {
  id: string
  round: number
  result: number[] | null
  thrown_in: boolean
}
/**
 * The person's session: when it ends unless it is used before then, UTC, ISO 8601; and their name.
 */
export interface SessionInfo {
  expires: string
  name: string | null
}
/**
 * What a link or code leads to. Looking at it changes nothing.
 *
 * `seat`: a free seat, or an open one of a bot, can be taken. `watch`: spectators may come.
 */
export interface Invitation {
  kind: 'seat' | 'watch'
  table: TableInfo
  here: ('coming' | 'seated' | 'watching') | null
  name: string | null
  watch: string | null
  played: number | null
  returns: number[]
  asked: SeatAsked | null
}
/**
 * The person has said that the `seat` is theirs. The others have until then to answer, UTC, ISO 8601.
 */
export interface SeatAsked {
  seat: number
  until: string
}
/**
 * A table that waits for players and is listed, and the key of the link to it.
 */
export interface OpenTable {
  key: string
  table: TableInfo
}
/**
 * A person, as they alone see it: what they have played, the most first, and their browsers, the one used
 * last first. `tables` is at how many they sit.
 */
export interface Me {
  name: string | null
  games: OwnGame[]
  browsers: Browser[]
  has_key: boolean
  tables: number
}
/**
 * What a person has played of a game.
 *
 * `results` are those that count at the deals of days and of events. Of `beside` of them it is known what
 * Medium made of the same cards.
 */
export interface OwnGame {
  game: string
  rounds: number
  results: number
  beside: number
  ahead: Interval | null
}
/**
 * A mean with its 95 % confidence interval, `reach` to either side.
 */
export interface Interval {
  mean: number
  reach: number
}
/**
 * One of a person's browsers, as it called itself. Times are UTC, ISO 8601.
 */
export interface Browser {
  id: number
  browser: ('chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'samsung') | null
  system: ('android' | 'chromeos' | 'ios' | 'linux' | 'mac' | 'windows') | null
  since: string | null
  used: string
  this: boolean
}
/**
 * Who may come in, and whether whoever asks may.
 */
export interface DoorInfo {
  access: 'invited' | 'open' | 'password'
  inside: boolean
}
/**
 * A link that somebody has made; `came` have come in by it. Times are UTC, ISO 8601.
 */
export interface OwnIntroduction {
  id: number
  key: string
  made: string
  expires: string
  once: boolean
  came: number
}
/**
 * What such a link says to whoever has it. Looking at it uses nothing up.
 */
export interface ShownIntroduction {
  by: string | null
  state: 'open' | 'over' | 'used'
  inside: boolean
  name: string | null
}
/**
 * The key of a link for one other browser, once; it ends at `expires`, UTC, ISO 8601.
 */
export interface BrowserLink {
  key: string
  expires: string
}
/**
 * A link that was made by this browser, and who asks by it.
 */
export interface OpenBrowserLink {
  expires: string
  asks: AskingBrowser | null
}
/**
 * Another browser that asks to become the person's.
 */
export interface AskingBrowser {
  browser: ('chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'samsung') | null
  system: ('android' | 'chromeos' | 'ios' | 'linux' | 'mac' | 'windows') | null
  name: string | null
  brings: boolean
}
/**
 * What a link for another browser leads to. Looking at it changes nothing.
 */
export interface BrowserInvitation {
  name: string | null
  state: 'asked' | 'attached' | 'open' | 'refused' | 'vouched'
  yours: boolean
  tables: number
}
/**
 * A key to write down. It is shown once.
 */
export interface PersonKey {
  key: string
}
/**
 * A QR code as an SVG path: lines one unit wide in a square of `size` units, its quiet zone included.
 */
export interface QrCode {
  size: number
  path: string
}
/**
 * The host by which others in the network reach this server.
 *
 * It is None if they do not, and for somebody who asks from another machine, who knows it already.
 */
export interface Network {
  host: string | null
}
/**
 * The lessons of a game, and their sentences by key in one language (book/lessons.py).
 */
export interface LessonBook {
  lessons: LessonInfo[]
  texts: {
    [k: string]: string
  }
}
/**
 * A lesson and its steps, in order. `hides` is what its tables do not show yet (book/lessons.py).
 */
export interface LessonInfo {
  name: string
  steps: StepInfo[]
  hides: string[]
}
/**
 * A step of a lesson. `at` is what its sentence points at; a `check` is to be solved without help.
 */
export interface StepInfo {
  name: string
  at: string
  check: boolean
}
/**
 * What a table would send, message by message, and whether the step is done.
 *
 * With the outcome `open` the learner is to go on. `say` is the key of the lesson's answer to a wrong or
 * refused move; None if it has none of its own.
 */
export interface LessonAnswer {
  messages: (
    | Snapshot
    | Update
    | RefusedMove
    | Choices
    | Hint
    | TableChanged
    | Talk
    | WhileAway
    | Pong
    | HostNotice
    | ErrorMessage
  )[]
  outcome: Outcome
  say: string | null
}
/**
 * What a table would send. After a legal move there is a verdict instead.
 */
export interface PracticeAnswer {
  messages: (
    | Snapshot
    | Update
    | RefusedMove
    | Choices
    | Hint
    | TableChanged
    | Talk
    | WhileAway
    | Pong
    | HostNotice
    | ErrorMessage
  )[]
  verdict: PracticeVerdict | null
}
/**
 * How good the chosen move is: the best move and why, and all others that a search has tried, the better
 * first. The chosen move is not among them if a game has too many moves to try all.
 */
export interface PracticeVerdict {
  chosen: WrittenMove
  is_best: boolean
  best: WrittenMove
  reason: Reason | null
  others: TriedMove[]
}
/**
 * A move, and by how much it is behind the best, in what a round brings above the mean of the others.
 */
export interface TriedMove {
  move: WrittenMove
  behind: number
}
/**
 * An event, as whoever asks may know it: nothing of a deal that they may still play (law 9).
 */
export interface EventInfo {
  id: string
  name: string
  kind: 'evening' | 'own_time'
  movement: ('individual' | 'teams') | null
  game: string
  preset: string | null
  nearest: string | null
  differs: string[]
  options: {
    [k: string]: string | number
  }
  players: number
  bots: string
  deals: number
  until: string | null
  minutes: number | null
  clock: ('fast' | 'relaxed') | null
  starts: string | null
  state: 'open' | 'over' | 'running'
  listed: boolean
  rules_changed: boolean
  host: string | null
  second: string | null
  you_host: boolean
  you_in: boolean
  you_here: boolean
  people: number
  team: number | null
  round: number
  rounds: number | null
  round_ends: string | null
  table: string | null
  boards: EventDeal[]
  standings: EventStanding[]
  known: number
  teams: EventTeam[] | null
  seats_now: EventTable[]
  asking: EventAsking[]
}
/**
 * A deal of an event, as whoever asks stands to it.
 *
 * At one's own time its states are those of a deal of today (`DayDeal`). It counts once it is `finished`, or
 * was `given_up`: then as the worse of what came out and of the worst that was finished at the same seat.
 */
export interface EventDeal {
  number: number
  state: 'begun' | 'finished' | 'given_up' | 'late' | 'missed' | 'open' | 'running'
  table: string | null
  board: string | null
  round: string | null
  result: number | null
  ahead: number | null
  of: number
  rows: EventSeat[]
}
/**
 * What a deal of an evening brought at a seat of a table, once the results of its round are open.
 */
export interface EventSeat {
  table: number
  seat: number
  pseudonym: string
  name: string | null
  bot: string | null
  you: boolean
  team: number | null
  result: number
  given_up: boolean
  bots_finished: boolean
  round: string | null
}
/**
 * How somebody stands, by the deals that whoever asks may know of.
 *
 * `ahead` is by how much they are better, on average, than the mean of the others at the same seat, over the
 * deals that others have played too; `reach` is that of its 95 % confidence interval to either side, None
 * for few.
 */
export interface EventStanding {
  place: number | null
  pseudonym: string
  name: string | null
  you: boolean
  bot: string | null
  team: number | null
  finished: number
  given_up: number
  here: boolean
  ahead: number | null
  reach: number | null
}
/**
 * A team, and by how much it is ahead of the other at the same seats. `name` is None without its own.
 */
export interface EventTeam {
  team: number
  name: string | null
  total: number
}
/**
 * A table of the round of an evening that is played now.
 */
export interface EventTable {
  table: number
  people: (string | null)[]
  done: boolean
}
/**
 * Somebody without their session says that they are `whose` place it is.
 */
export interface EventAsking {
  pseudonym: string
  whose: string | null
  you: boolean
}
/**
 * What whoever makes an event may want to know: for games of which it was found out.
 */
export interface EventAdvice {
  enough: EnoughDeals[]
}
/**
 * With so many `deals` the better of two players, as Medium beside Easy, stands higher in 95 % of events.
 *
 * None is for more than 400: luck decides too much in one round.
 */
export interface EnoughDeals {
  game: string
  kind: 'evening' | 'own_time'
  deals: number | null
}
/**
 * The listed events, until a week after their end, and all that whoever asks hosts or takes part in.
 */
export interface EventList {
  events: EventLine[]
}
/**
 * An event in a list. Its `id` leads to it.
 */
export interface EventLine {
  id: string
  name: string
  kind: 'evening' | 'own_time'
  movement: ('individual' | 'teams') | null
  game: string
  players: number
  deals: number
  until: string | null
  state: 'open' | 'over' | 'running'
  host: string | null
  you_host: boolean
  you_in: boolean
  people: number
}
/**
 * A finished round as a viewer knew it: a seat, or a spectator (None).
 *
 * With `open` it is what a spectator was told, with the hand of every seat, and each seat's moves in the
 * words that the seat itself was told.
 */
export interface Replay {
  id: string
  table: TableInfo
  round: number
  rounds: ReplayRound[]
  viewer: number | null
  open: boolean
  you: number | null
  may_share: boolean
  rules: number
  fair: Fairness | null
  moments: ReplayMoment[]
  marks: Mark[]
  decided: Decided | null
}
/**
 * All that is needed to deal a round again and to see that it was promised.
 */
export interface Fairness {
  promise: string
  terms: string
  deal: number
  key: string
  path: string[]
}
/**
 * A round at one version of it, as its viewer was told then.
 *
 * Several moments have the same `at` where time passed by itself, as while cards are dealt.
 */
export interface ReplayMoment {
  at: number
  version: number
  view: View
  standing: Standing
  events: Event[]
  decision: boolean
  hands: string[][] | null
}
/**
 * The key of a link to a round; whoever has it may look at that round.
 */
export interface RoundLink {
  key: string
}
/**
 * A day of the server. `date` is as in `2026-11-27`, by the server's time zone; `ends` is UTC, ISO 8601.
 *
 * The `lamps` are those of the seven days up to it, and `streak` is how many days in a row have one that is
 * lit: a dark one is forgiven, once in seven days. `longest` is the longest streak so far. `best` is of the
 * last day that is over: of this one, or of the one before.
 */
export interface Day {
  date: string
  ends: string
  over: boolean
  streak: number
  longest: number
  lamps: Lamp[]
  games: DayGame[]
  best: BestRound | null
}
/**
 * A day, and whether somebody finished a deal of it.
 */
export interface Lamp {
  date: string
  lit: boolean
}
/**
 * The deals of a game on a day, all played from the first seat.
 */
export interface DayGame {
  game: string
  unit: 'deal' | 'hand' | 'round'
  players: number
  bots: Level
  deals: DayDeal[]
  total: number | null
  place: Placing | null
  others: number[]
}
/**
 * A deal of a day, as whoever asks stands to it.
 *
 * It counts once it is `finished`, whatever becomes of its table. One that was `given_up`, or was in play at
 * the end of the day, bots play to its end at once. Then it counts as the worse of what came out and of the
 * worst that was finished, and others are not compared with it. One that is `late` does not count: it was in
 * play at the end of a day before it was so. Nothing of others is told to whoever may still play it.
 */
export interface DayDeal {
  number: number
  state: 'begun' | 'finished' | 'given_up' | 'late' | 'missed' | 'open'
  table: string | null
  board: string | null
  round: string | null
  result: number | null
  place: Placing | null
}
/**
 * A place from 1 on among `of` people, oneself included, that is shared with `level` others.
 */
export interface Placing {
  place: number
  level: number
  of: number
}
/**
 * The round of a day that is better than the most others with the same cards.
 *
 * `pseudonym` says who somebody is in public, as in a comparison. `round` is what leads to its replay; None
 * where its table is gone.
 */
export interface BestRound {
  game: string
  number: number
  pseudonym: string
  name: string | null
  you: boolean
  result: number
  place: Placing
  round: string | null
}
/**
 * What became of another move: what the viewer would have been told, to the round's end.
 *
 * `made` are all steps since the moment where it left the round, one for each that `at` counts; so many of
 * the first are sent with what is tried next as are to stand. A message other than a legal move has an
 * `answer` instead.
 */
export interface Branch {
  moments: ReplayMoment[]
  made: string[]
  answer: (Snapshot | Choices | RefusedMove) | null
}
/**
 * What whoever asks made of a board beside others at the same seat.
 *
 * Rounds that stand apart do not count among the others. `mean` is by how much theirs is ahead of these on
 * average, None for few and for one that was given up.
 */
export interface Compared {
  board: string
  kind: 'again' | 'day' | 'evening' | 'event'
  game: string
  options: {
    [k: string]: string | number
  }
  players: number
  seat: number
  round: string | null
  bots: string
  best_total: 'highest' | 'lowest'
  entries: BoardEntry[]
  place: Placing | null
  mean: Interval | null
  bots_play: BotsPlay | null
}
/**
 * One round that was played at a board, at the seat that is compared.
 */
export interface BoardEntry {
  pseudonym: string
  name: string | null
  bot: string | null
  you: boolean
  result: number
  given_up: boolean
  bots_finished: boolean
  ahead: number
  round: string | null
  again: boolean
  at_table: boolean
  line: string[]
  diverged: Divergence | null
}
/**
 * Where a way first leaves one's own: at the seat's move number `turn`, after `at` steps of that round.
 *
 * There `move` was made, and in one's own round `instead`. `at` is None for a bot.
 */
export interface Divergence {
  at: number | null
  turn: number
  move: string
  instead: string
}
/**
 * Bots play a board aside, to be compared with.
 *
 * `seconds` is how long they will take about, by how long they took for the game's last; None where none was
 * played since the server started.
 */
export interface BotsPlay {
  seconds: number | null
}
/**
 * The key of a link to the cards of a board at one seat; it is the same each time.
 */
export interface CardsLink {
  key: string
  board: string
}
/**
 * What a link to cards leads to. Nothing is told of who has played them.
 */
export interface OfferedCards {
  board: string
  game: string
  preset: string | null
  nearest: string | null
  differs: string[]
  options: {
    [k: string]: string | number
  }
  players: number
  seat: number
  bots: string
  by: string | null
  table: string | null
  finished: boolean
}
/**
 * The review of a seat's round, as far as it has come. `moments` and what follows is there at the end.
 */
export interface ReviewState {
  seat: number
  known: boolean
  worlds: number
  state: 'done' | 'failed' | 'none' | 'queued' | 'running'
  ahead: number
  of: number | null
  seconds_left: number | null
  now: number | null
  decisions: EvaluationInfo[]
  moments: number[]
  well_evaluated: number[]
  lost: number
  curve: CurvePoint[]
  luck: DealLuck | null
  result: number | null
}
/**
 * A decision of the seat, judged. All figures are in the game's own points.
 *
 * `by` is by how much the `other` move is better than the one that was `played`, below 0 if it is worse, and
 * `error` is the standard error of `by`. It is a loss where `by` is three of them at least,
 * or more where many moves were tried.
 */
export interface EvaluationInfo {
  at: number
  phase: string
  kind: string
  played: WrittenMove
  other: WrittenMove
  value: number
  by: number
  error: number
  worlds: number
  expected: number
  tried: number
  all_tried: boolean
  is_loss: boolean
  is_well_evaluated: boolean
  reason_played: Reason | null
  reason_other: Reason | null
  why: Reason | null
}
/**
 * What could be expected after `at` steps of the round; after the last it is the result.
 */
export interface CurvePoint {
  at: number
  expected: number
}
/**
 * What the seat's cards bring with the others' dealt at random, what any cards bring there on `average`,
 * and the standard error of the difference.
 */
export interface DealLuck {
  value: number
  average: number
  error: number
}
/**
 * By how much the better move of the evaluation is better than this one, and its standard error.
 *
 * `is_best`: it is not behind.
 */
export interface TriedAgain {
  move: WrittenMove
  by: number
  error: number
  is_best: boolean
}
/**
 * A report as a file: nothing in it that its author could not see. Nobody is named.
 *
 * `deal` counts those that were thrown in; `round` does not. `at` is how many steps stood, in a finished
 * round. `viewer` is the seat whose view it is, None for a spectator; with `open` all hands were seen.
 * `bots` says who played each seat, None for a person.
 */
export interface MomentReport {
  id: string
  made: string
  sevenfold: string
  game: string
  rules: number
  options: {
    [k: string]: string | number
  }
  players: number
  table: string
  deal: number
  round: number
  at: number | null
  viewer: number | null
  open: boolean
  bots: (string | null)[]
  seat: number | null
  words: string
  view: View
  standing: Standing
  events: Event[]
  record: Record | null
}
/**
 * One round. `round` is its number, `scores` are the totals before it, and `carried` is what the match
 * carried on until then, in games in which that matters (`Meta.memory`).
 *
 * `legal` holds, for each move, the moves that it was chosen from; null where they are too many to list.
 * `fair` shows that the deal was promised (docs/fairness.md).
 */
export interface Record {
  game: string
  rules: number
  options: {
    [k: string]: string | number
  }
  players: number
  first: number
  round: number
  scores: number[]
  carried: number[]
  deal: {
    [k: string]: string
  }
  rest: string
  moves: never[][]
  legal: (string[] | null)[]
  result: number[]
  fair: Fairness
}
/**
 * A page with the host's own words.
 */
export interface WordsPage {
  language: string | null
  html: string
  kept: KeptKind[] | null
}
/**
 * Something that is kept: what for, and for how long.
 */
export interface KeptKind {
  kind:
    | 'boards'
    | 'browsers'
    | 'care'
    | 'copies'
    | 'door'
    | 'events'
    | 'forgetting'
    | 'here'
    | 'key'
    | 'links'
    | 'log'
    | 'person'
    | 'reports'
    | 'reviews'
    | 'seen'
    | 'server'
    | 'tables'
    | 'talk'
  days: number
  columns: string[]
}
/**
 * What a seat sees of a round of Lockup.
 */
export interface LockupView extends View {
  game: 'lockup'
  phase: 'lose' | 'over' | 'play'
  suit_led: string | null
  winning: number | null
  last_trick: Pile[]
  taker: number | null
  tricks: number[]
  tricks_left: number
  clubs: number
  locked: number[]
  lost: number[]
  lost_cards: string[]
}
/**
 * What a seat sees of a deal of Trump 7.
 */
export interface Trump7View extends View {
  game: 'trump7'
  phase: 'bid' | 'discard' | 'over' | 'play'
  suit_led: string | null
  winning: number | null
  last_trick: Pile[]
  taker: number | null
  passed: number[]
  player: number | null
  trump: string | null
  leaster: boolean
  points: number[]
  player_points: number | null
  partner_points: number | null
  ladder: Ladder | null
  stake: number
  tricks: number[]
  tricks_left: number
  widow: string[]
  discards: string[]
  names_suit: string[]
}
/**
 * T7-6.1: what the Player's points are worth to them, but for all tricks and none.
 */
export interface Ladder {
  marks: number[]
  pays: number[]
  in_all: number
  reachable: boolean[]
}
/**
 * What a seat sees of a hand of Seven Bridge. Only the seat offered a pon has the `phase` `claim`.
 */
export interface SevenBridgeView extends View {
  game: 'seven_bridge'
  phase: 'claim' | 'draw' | 'meld' | 'over' | 'stock'
  ends: Ends[]
  dealer: number
  discard: string | null
  discards: string[]
  stock: number
  remade: number
  opened: number[]
  count: number | null
  winner: number | null
  left: Pile[]
  left_counts: number[]
}
/**
 * The cards that a meld takes, by the end at which they would lie; those of a set lie at its high end.
 */
export interface Ends {
  low: string[]
  high: string[]
}
/**
 * What a seat sees of a round of LockSeven. `phase` is `choose` for the Host alone, while they choose.
 */
export interface LockSevenView extends View {
  game: 'lockseven'
  phase: 'anti' | 'bury' | 'choose' | 'deal' | 'decide' | 'last_chance' | 'over' | 'play'
  suit_led: string | null
  winning: number | null
  last_trick: Pile[]
  taker: number | null
  first: number
  dealt: number
  host: number | null
  called: string | null
  own_call: string | null
  trump: string | null
  expected_trump: string | null
  callable_suits: string[]
  cards_to_choose: number | null
  partner: number | null
  known_partner: number | null
  roles: (('attack' | 'hidden_partner' | 'host' | 'partner') | null)[]
  alone: boolean
  anti_calls: Pile[]
  bottom_size: number
  buried: string[]
  bottom_cards: string[]
  points: number[]
  attack: number | null
  needed: number
  defense: number | null
  stake: number
  led: NamedPart[]
  bottom: number | null
  penalties: number | null
  failed_throws: number[]
  thrown: string[]
  seen: Pile[]
  rows: Row[]
  follow: Follow | null
}
/**
 * The cards of one suit in play in the seat's own hand.
 */
export interface Row {
  suit: string
  cards: string[]
  points: number[]
  sets: string[][]
}
/**
 * What a follow must have (LS-7.1, LS-7.2).
 *
 * `cards` are those of which the pairs and tractors can be; where none are asked for, those of the suit led
 * that may be played.
 */
export interface Follow {
  suit: string
  size: number
  pairs: number
  tractors: number[]
  cards: string[]
  all_go: boolean
}

export const LONGEST_NAME = 24
export const LONGEST_TEXT = 200
export const LONGEST_REPORT = 1000
export const LONGEST_EVENT_NAME = 40
export const LONGEST_EVENT_DAYS = 60
export const LONGEST_TEAM_NAME = 20
export const MOST_DEALS = 24
