import type {
  Choices,
  Play,
  RefusedMove,
  Replay,
  ReplayMoment,
  Select,
  Snapshot,
  WrittenMove,
} from '../lib/protocol'
import { still } from '../lib/preferences.svelte'
import type { TableModule } from '../table/module'
import type { Scene } from '../table/scene'
import { narrate, spoken } from '../table/sentences'
import { TableSession } from '../table/session.svelte'
import { atOnce } from '../table/cardFlights'
import { sentences, t } from '../lib/i18n/index.svelte'
import { seatName, seatsFrom } from '../table/seats'
import type { Side } from './api'
import { joined, seatIn, type Branched } from './branched'
import { ReplayLine } from './line'
import { placeText } from './place'
import {
  cardsOnlyGoFrom,
  decisionFrom,
  indexOf,
  inSteps,
  isResult,
  segmentAt,
  segmentsOf,
  trickBack,
  trickForward,
  type Segment,
} from './timeline'
import { WhatIf } from './whatIf.svelte'

/** While a round is played back: how long a card is seen, and a trick that was taken, in ms. */
const CARD_MS = 700
const TRICK_MS = 900
/** With reduced motion a jump comes once a second. */
const STILL_MS = 1000

/** The table of a round that is over: it is looked at, and nobody acts but who tries something else. */
class ReplaySession extends TableSession {
  /** Something else is tried: the seat can act as it could then. */
  acts = $state(false)

  override get canAct(): boolean {
    return this.acts && super.canAct
  }

  /** The seat whose cards are seen is at the bottom. One is "you" only in what one was told oneself. */
  protected override turn(scene: Scene): Scene {
    if (this.acts) return scene
    const { over, table, view } = this.state!
    const you = table.seats.find(({ you }) => you)?.seat ?? null
    return { ...scene, viewer: view.seat === you ? you : null, from: over }
  }

  override play(move: WrittenMove): void {
    if (this.acts) super.play(move)
  }

  override refuseTurn(): void {
    if (this.acts) super.refuseTurn()
  }

  override choose(ids: readonly string[], ask?: boolean): void {
    if (this.acts) super.choose(ids, ask)
  }
}

/** A round from its deal to its result. */
interface Told {
  moments: readonly ReplayMoment[]
  segments: readonly Segment[]
}

/** A round that is shown again: its moments, the one that is seen, and the table that shows it. */
export class Replaying {
  replay = $state.raw<Replay>()!
  /** The index of the moment that is seen. */
  index = $state(0)
  /** The moments follow one another by themselves. */
  playing = $state(false)
  /** What became of another move, as far as it is known; null for none. */
  branch = $state.raw<Branched | null>(null)
  /** The branch is seen, not the round. */
  onBranch = $state(false)
  /** The round as it was played. */
  readonly mainLine: Told = $derived(this.told(this.replay.moments))
  /** The round with the branch in place of what followed; null without one. */
  readonly branched: Told | null = $derived(
    this.branch && this.told(joined(this.replay.moments, this.branch)),
  )
  readonly moments: readonly ReplayMoment[] = $derived(this.seen.moments)
  readonly segments: readonly Segment[] = $derived(this.seen.segments)
  readonly session: ReplaySession
  readonly whatIf = new WhatIf(this)
  /** A moment was asked for that the round does not have any more. */
  private pastEnd: boolean
  private line!: ReplayLine
  private playsTo: number | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    replay: Replay,
    private readonly module: TableModule,
    at: number | null,
    /** The record that was opened; null for a round of this server. */
    readonly record: string | null = null,
  ) {
    this.replay = replay
    const ask = (message: Play | Select) => void this.whatIf.ask(message)
    this.session = new ReplaySession((listener) => (this.line = new ReplayLine(listener, ask)))
    this.session.hinting = false
    this.session.keepsTrick = true
    this.session.guidance = []
    this.index = at === null ? 0 : indexOf(this.moments, at)
    this.pastEnd = at !== null && at > this.moments.at(-1)!.at
    this.line.jump(this.replay, this.moments, this.index)
    this.session.open(module)
  }

  private told(moments: readonly ReplayMoment[]): Told {
    const steps = inSteps(moments, this.replay.viewer)
    return { moments: steps, segments: segmentsOf(steps, this.module.turnEnd) }
  }

  private get seen(): Told {
    return (this.onBranch && this.branched) || this.mainLine
  }

  /** The last moment of the round before the branch, as the branch counts them; null without one. */
  readonly left: number | null = $derived.by(() => {
    if (!this.branch || !this.branched) return null
    const { at } = this.branch
    return Math.max(0, this.branched.moments.findIndex((moment) => moment.at > at) - 1)
  })

  /** The same moment as the round itself counts it. */
  get leftOnMainLine(): number {
    return this.branch ? indexOf(this.mainLine.moments, this.branch.at) : 0
  }

  /** Where the round itself is: while the branch is seen, where that left it. */
  get mainLineIndex(): number {
    return this.onBranch ? this.leftOnMainLine : this.index
  }

  /** What is seen happens only in the branch. */
  get isWhatIf(): boolean {
    return this.happensInBranch(this.index)
  }

  happensInBranch(index: number): boolean {
    return this.onBranch && this.left !== null && index > this.left
  }

  /** A moment as the server finds it: the steps that stand in the round, and those of the branch since. */
  stepsAt(index: number): { at: number; made: string[] } {
    const { branch } = this
    const { at } = this.moments[index]!
    if (!branch || !this.happensInBranch(index)) return { at, made: [] }
    return { at: branch.at, made: branch.made.slice(0, at - branch.at) }
  }

  /** The moment that is seen, for a table that goes on from it; `dealt` where the branch has other cards. */
  get stepsHere(): { at: number; made: string[]; dealt?: number } {
    const anew = this.isWhatIf && this.branch?.cards === 'then'
    return { ...this.stepsAt(this.index), ...(anew ? { dealt: this.branch!.again } : {}) }
  }

  /** There is something left to play. */
  get goesOn(): boolean {
    const told = (this.onBranch && this.branch?.moments) || this.replay.moments
    return this.moment.at < told.at(-1)!.at
  }

  get moment(): ReplayMoment {
    return this.moments[this.index]!
  }

  /** How many steps of the round stand here; the result is no step. */
  get stands(): number {
    return Math.min(this.moment.at, this.replay.moments.at(-1)!.at)
  }

  get last(): number {
    return this.moments.length - 1
  }

  /** The result is shown. */
  get ended(): boolean {
    return isResult(this.moment)
  }

  /** The end is shown in place of the moment that was asked for. */
  get fellShort(): boolean {
    return this.pastEnd && this.index === this.last
  }

  /** Where the first trick begins, from which on cards only go; null where cards are drawn. */
  readonly fixedFrom: number | null = $derived(cardsOnlyGoFrom(this.segments))

  get permanentTrump(): (card: string) => boolean {
    return this.module.permanentTrump ?? (() => false)
  }

  /** The seats whose views can be seen, from the bottom on: the viewer's own first. */
  get sides(): number[] {
    const { players } = this.replay.table
    const first = this.replay.you ?? 0
    return Array.from({ length: players }, (_, i) => (first + i) % players)
  }

  /** The side to which one comes back from all cards. */
  get home(): Side {
    return this.replay.you ?? seatsFrom(this.session.scene)[0]!
  }

  /** What a side is called; `chosen` says how much it shows. */
  sideText(side: Side, chosen: boolean): string {
    if (side === 'open') return t('replay.view.open')
    if (side === 'watch') return t('replay.view.watch')
    if (side === this.replay.you) return chosen ? t('replay.view.own') : t('table.seat.you')
    const seat = seatName(side, this.session.scene)
    return chosen ? t('replay.view.of', { seat }) : seat
  }

  /** The seat whose decisions can be gone to: the one whose cards are seen, or one's own. */
  get decider(): number | null {
    return this.replay.viewer ?? this.replay.you
  }

  get segment(): Segment | undefined {
    return segmentAt(this.segments, this.index)
  }

  /** The same round from another side, at the same moment; `branch` is what that side was told of the branch. */
  show(replay: Replay, branch: readonly ReplayMoment[] | null = null): void {
    const { at } = this.moment
    const { ended } = this
    if (this.branch && branch) this.branch = { ...this.branch, moments: branch }
    this.replay = replay
    this.index = ended ? this.last : indexOf(this.moments, at)
    this.jump()
  }

  /** Go to a moment of what is seen at once, without motion. */
  goTo(index: number): void {
    this.pause()
    this.seek(index)
  }

  /** Go to a moment of the round itself. */
  goToMainLine(index: number): void {
    this.pause()
    this.onBranch = false
    this.index = Math.min(index, this.last)
    this.jump()
  }

  /** Go to a moment of the branch. */
  goToBranch(index: number): void {
    this.pause()
    this.onBranch = this.branched !== null
    this.index = Math.min(index, this.last)
    this.jump()
  }

  /** Let the branch go. */
  leaveBranch(): void {
    const to = this.mainLineIndex
    this.branch = null
    this.pastEnd = false
    this.goToMainLine(to)
  }

  /** Take a branch, and play it until the seat that has left the round decides again. */
  take(branch: Branched): void {
    const { at } = this.moment
    this.branch = branch
    this.onBranch = true
    this.index = indexOf(this.moments, at)
    this.act(null)
    this.play(decisionFrom(this.moments, this.index, seatIn(branch), 1) ?? this.last)
  }

  /** Show a branch that an address names, at a moment. */
  recall(branch: Branched, at: number): void {
    this.branch = branch
    const { moments } = this.branched!
    this.pastEnd = at > moments.at(-1)!.at
    if (at > branch.at) this.goToBranch(indexOf(moments, at))
    else this.jump()
  }

  /** Let the seat that a snapshot is for act, on the table as it is turned to it; null ends it. */
  act(snapshot: Snapshot | null): void {
    this.session.acts = snapshot !== null
    this.session.guidance = snapshot ? null : []
    this.line.answered()
    this.session.pending = null
    if (!snapshot) return this.jump()
    const { seat } = snapshot.view
    const seats = this.replay.table.seats.map((each) => ({ ...each, you: each.seat === seat }))
    atOnce(() => this.line.tell({ ...snapshot, table: { ...this.replay.table, seats } }))
  }

  /** Tell the seat that acts what the server answered. */
  answer(message: Choices | RefusedMove): void {
    this.line.answered()
    this.line.tell(message)
  }

  /** Let the seat that acts try again: its move did not reach the server. */
  giveBack(): void {
    this.line.answered()
    this.session.pending = null
  }

  /** Go on by one moment, as it happened, or back by one. */
  by(steps: 1 | -1): void {
    this.pause()
    if (steps === 1) this.step()
    else this.seek(this.index - 1)
  }

  byTrick(by: 1 | -1): void {
    this.goTo(by === 1 ? trickForward(this.segments, this.index) : trickBack(this.segments, this.index))
  }

  /** Where the decision after this moment, or before it, is; null where there is none. */
  decision(by: 1 | -1): number | null {
    return decisionFrom(this.moments, this.index, this.decider, by)
  }

  toDecision(by: 1 | -1): void {
    const index = this.decision(by)
    if (index !== null) this.goTo(index)
  }

  /** Let the moments follow one another to the end, or to this one; from the beginning if this is the end. */
  play(to: number | null = null): void {
    clearTimeout(this.timer)
    if (this.index === this.last) this.seek(0)
    this.playing = true
    this.playsTo = to
    this.goOnLater()
  }

  pause(): void {
    clearTimeout(this.timer)
    this.playing = false
  }

  close(): void {
    this.pause()
    this.session.close()
  }

  /** Where a moment is and what happened there, for who hears it; of a branch it says so first. */
  spokenAt(index: number): string {
    const place = `${placeText(this.moments, this.segments, index)}.`
    const text = sentences(place, spoken(this.sentence(index)))
    return this.happensInBranch(index) ? t('replay.what_if.says', { text }) : text
  }

  /** What happened at a moment, in sentences; without what is seen anyway where there is little room. */
  sentence(index: number, narrated = narrate): string {
    const { events } = this.moments[index]!
    return sentences('', ...narrated(this.session.scene, events))
  }

  private goOnLater(): void {
    const taken = this.moment.events.some(({ kind }) => kind === 'trick')
    const wait = still() ? STILL_MS : taken ? TRICK_MS : CARD_MS
    this.timer = setTimeout(() => {
      this.step()
      if (this.index === (this.playsTo ?? this.last) || this.index === this.last) this.playing = false
      else this.goOnLater()
    }, wait)
  }

  private step(): void {
    if (this.index === this.last) return
    this.session.skip()
    this.index += 1
    this.line.step(this.replay, this.moments, this.index)
  }

  private seek(index: number): void {
    const to = Math.max(0, Math.min(index, this.last))
    if (to === this.index) return
    // before the branch there is only the round
    if (this.onBranch && to < this.left!) this.onBranch = false
    this.index = to
    this.jump()
  }

  /** Show the moment that is seen at once. */
  jump(): void {
    atOnce(() => this.line.jump(this.replay, this.moments, this.index))
  }
}
