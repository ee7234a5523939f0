import type { Replay, ReplayMoment } from '../lib/protocol'
import { still } from '../lib/preferences.svelte'
import type { TableModule } from '../table/module'
import type { Scene } from '../table/scene'
import { narrate } from '../table/sentences'
import { TableSession } from '../table/session.svelte'
import { atOnce } from '../table/cardFlights'
import { sentences, t } from '../lib/i18n/index.svelte'
import { seatName, seatsFrom } from '../table/seats'
import type { Side } from './api'
import { ReplayLine } from './line'
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
} from './thread'

/** While a round is played back: how long a card is seen, and a trick that was taken, in ms. */
const CARD_MS = 700
const TRICK_MS = 900
/** With reduced motion a jump comes once a second. */
const STILL_MS = 1000

/** The table of a round that is over: it is looked at, and nobody acts. */
class ReplaySession extends TableSession {
  override get canAct(): boolean {
    return false
  }

  /** The seat whose cards are seen is at the bottom. One is "you" only in what one was told oneself. */
  protected override turn(scene: Scene): Scene {
    const { over, table, view } = this.state!
    const you = table.seats.find(({ you }) => you)?.seat ?? null
    return { ...scene, viewer: view.seat === you ? you : null, from: over }
  }

  override play(): void {}
  override refuseTurn(): void {}
  override choose(): void {}
}

/** A round that is shown again: its moments, the one that is seen, and the table that shows it. */
export class Replaying {
  replay = $state.raw<Replay>()!
  /** The index of the moment that is seen. */
  index = $state(0)
  /** The moments follow one another by themselves. */
  playing = $state(false)
  readonly moments: readonly ReplayMoment[] = $derived(inSteps(this.replay.moments, this.replay.viewer))
  readonly segments: readonly Segment[] = $derived.by(() => segmentsOf(this.moments, this.module.turnEnd))
  readonly session: TableSession
  /** A moment was asked for that the round does not have any more. */
  private readonly pastEnd: boolean
  private line!: ReplayLine
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    replay: Replay,
    private readonly module: TableModule,
    at: number | null,
    /** The record that was opened; null for a round of this server. */
    readonly record: string | null = null,
  ) {
    this.replay = replay
    this.session = new ReplaySession((listener) => (this.line = new ReplayLine(listener)))
    this.session.givesHints = false
    this.session.keepsTrick = true
    this.session.guidance = []
    this.index = at === null ? 0 : indexOf(this.moments, at)
    this.pastEnd = at !== null && at > this.moments.at(-1)!.at
    this.line.jump(this.replay, this.moments, this.index)
    this.session.open(module)
  }

  get moment(): ReplayMoment {
    return this.moments[this.index]!
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

  /** The same round from another side, at the same moment. */
  show(replay: Replay): void {
    const { at } = this.moment
    const { ended } = this
    this.replay = replay
    this.index = ended ? this.last : indexOf(this.moments, at)
    this.jump()
  }

  /** Go to a moment at once, without motion. */
  goTo(index: number): void {
    this.pause()
    this.seek(index)
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

  /** Let the moments follow one another, from the beginning if this is the end. */
  play(): void {
    if (this.index === this.last) this.seek(0)
    this.playing = true
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

  /** What happened at a moment, in sentences. */
  sentence(index: number): string {
    const { events } = this.moments[index]!
    return sentences('', ...narrate(this.session.scene, events))
  }

  private goOnLater(): void {
    const taken = this.moment.events.some(({ kind }) => kind === 'trick')
    const wait = still() ? STILL_MS : taken ? TRICK_MS : CARD_MS
    this.timer = setTimeout(() => {
      this.step()
      if (this.index === this.last) this.playing = false
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
    this.index = to
    this.jump()
  }

  private jump(): void {
    atOnce(() => this.line.jump(this.replay, this.moments, this.index))
  }
}
