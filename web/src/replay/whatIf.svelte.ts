import { ApiError } from '../lib/api'
import type {
  Choices,
  Play,
  RefusedMove,
  Replay,
  ReplayMoment,
  Select,
  Snapshot,
  WhatIf as Asked,
} from '../lib/protocol'
import { t } from '../lib/i18n/index.svelte'
import { tryWhatIf, type Side } from './api'
import { moveIn, seatIn, type Branched, type Terms } from './branched'
import { laidOpen, sideOf } from './views.svelte'
import { indexOf, moverOf } from './timeline'

/** A moment at which something else is chosen: the steps that stand in the round, and those of the branch since. */
interface Place {
  index: number
  at: number
  made: readonly string[]
}

/** Why nothing can be tried at a moment. */
type Hindrance = 'record' | 'rules' | 'watch' | 'nobody'

/** The round in which something else is tried: what is seen of it, and what it can be told to show. */
interface ShownRound {
  readonly record: string | null
  readonly replay: Replay
  readonly index: number
  readonly moments: readonly ReplayMoment[]
  readonly mainLine: { readonly moments: readonly ReplayMoment[] }
  readonly branch: Branched | null
  /** The branch is seen, not the round. */
  readonly onBranch: boolean
  /** There is something left to play. */
  readonly goesOn: boolean
  /** The index of the moment at which the branch left the round. */
  readonly left: number | null
  readonly session: { readonly acts: boolean; readonly state: { view: { seat: number | null } } | null }
  /** A moment as the server finds it: the steps that stand in the round, and those of the branch since. */
  stepsAt(index: number): { at: number; made: readonly string[] }
  goTo(index: number): void
  goToMainLine(index: number): void
  goToBranch(index: number): void
  take(branch: Branched): void
  recall(branch: Branched, at: number): void
  leaveBranch(): void
  act(snapshot: Snapshot | null): void
  answer(message: Choices | RefusedMove): void
  giveBack(): void
}

/** Something else tried at a moment of a round. Whatever is chosen there, bots go on from it to the end. */
export class WhatIf {
  terms = $state.raw<Terms>({ bots: 'medium', cards: 'true', again: 0 })
  /** Where something else is being chosen; null while it is not. */
  place = $state.raw<Place | null>(null)
  /** The bots are playing on. */
  busy = $state(false)
  /** Something else is to be tried, for which the branch that there is must go. */
  replaces = $state(false)
  /** What is said of it: why nothing can be tried here, or that a branch cannot be shown. */
  note = $state('')
  problem = $state.raw<ApiError | null>(null)

  constructor(private readonly round: ShownRound) {}

  /** The seat for which something else is chosen; null while it is not. */
  get seat(): number | null {
    return this.place && this.round.session.acts ? this.round.session.state!.view.seat : null
  }

  /** The seat that has left the round, while the branch is seen. */
  get tries(): number | null {
    return this.round.onBranch && this.round.branch ? seatIn(this.round.branch) : null
  }

  /** What is chosen changes the branch that there is. */
  get isInside(): boolean {
    return (this.place?.made.length ?? 0) > 0
  }

  /** Why nothing can be tried anywhere in the round, nor played on; null where it can. */
  get never(): 'record' | 'rules' | null {
    const { record, replay } = this.round
    if (record !== null) return 'record'
    return replay.table.rules_changed ? 'rules' : null
  }

  /** Where one would choose: here, or before the move that is seen; or why nothing can be chosen. */
  private find(): number | Hindrance {
    const { moments, index, replay } = this.round
    if (this.never) return this.never
    if (!replay.open && replay.viewer === null) return 'watch'
    if (moments[index]!.decision) return index
    const before = moments[index - 1]
    const mover = moverOf(moments[index]!)
    const isOwn = replay.open ? mover !== null : mover === replay.viewer
    return before?.decision && isOwn ? index - 1 : 'nobody'
  }

  /** Something else can be chosen here. */
  get isPossible(): boolean {
    return typeof this.find() === 'number'
  }

  /** Say why the round cannot be played on from here; nothing where it can. */
  cannotGoOn(): boolean {
    this.hush()
    if (!this.round.goesOn) this.note = t('replay.play_on.over')
    return this.note !== ''
  }

  /** Choose something else here, if somebody decides here; else say why not. */
  begin(): void {
    this.hush()
    if (this.place) return
    const found = this.find()
    if (typeof found !== 'number') {
      this.note = t('replay.what_if.not', { why: found })
      return
    }
    const place = { index: found, ...this.round.stepsAt(found) }
    if (this.round.branch && place.made.length === 0) this.replaces = true
    else this.open(place)
  }

  /** Let the branch go for the one that is to be tried. */
  replace(): void {
    this.replaces = false
    const found = this.find()
    if (typeof found !== 'number') return
    const { at } = this.round.moments[found]!
    this.round.leaveBranch()
    this.round.goToMainLine(indexOf(this.round.mainLine.moments, at))
    this.begin()
  }

  private open(place: Place): void {
    const { branch } = this.round
    if (place.made.length > 0 && branch)
      this.terms = { ...this.terms, cards: branch.cards, again: branch.again }
    // all hands are the true ones
    else if (this.round.replay.open) this.terms = { ...this.terms, cards: 'true' }
    this.round.goTo(place.index)
    this.place = place
    void this.greet()
  }

  /** Ask what the seat could do. */
  private async greet(): Promise<void> {
    const { place } = this
    const told = await this.send({ type: 'hello', version: null })
    if (this.place !== place || !told) return
    if (told.answer?.type === 'snapshot') this.round.act(told.answer)
  }

  /** Choose nothing else after all. */
  cancel(): void {
    if (!this.place) return
    this.place = null
    this.busy = false
    this.round.act(null)
  }

  /** Other bots are to play on, or other cards are to lie. */
  change(terms: Partial<Terms>): void {
    this.terms = { ...this.terms, ...terms }
  }

  /** Send what the seat chooses, or asks about. */
  async ask(message: Play | Select): Promise<void> {
    const { place } = this
    if (!place) return
    if (message.type === 'play') this.busy = true
    const told = await this.send(message)
    if (this.place !== place) return
    if (message.type === 'play') this.busy = false
    if (!told) return this.round.giveBack()
    if (told.answer && told.answer.type !== 'snapshot') return this.round.answer(told.answer)
    const kept = place.made.length > 0 ? this.keptUntil(place) : []
    await this.branchOff({
      ...this.terms,
      at: place.at,
      made: told.made,
      moments: [...kept, ...told.moments],
    })
  }

  /** The moments of the branch up to where something else is chosen in it. */
  private keptUntil({ index }: Place): readonly ReplayMoment[] {
    const upTo = this.round.moments[index]!.version
    return this.round.branch!.moments.filter(({ version }) => version <= upTo)
  }

  private async branchOff(branch: Branched): Promise<void> {
    const { place } = this
    const side = sideOf(this.round.replay)
    const moments = side === 'open' ? await this.seenFrom(side, branch) : branch.moments
    if (!moments || this.place !== place) return
    this.place = null
    this.round.take({ ...branch, moments })
  }

  /** The same move with other cards: another deal of those that the seat could not know. */
  async dealAgain(): Promise<void> {
    const { branch } = this.round
    if (!branch) return
    const again = branch.again + 1
    const first = { at: branch.at, bots: branch.bots, cards: branch.cards, again }
    const from = String(seatIn(branch))
    this.busy = true
    try {
      const { answer } = await this.tried({ ...first, from, message: { type: 'hello', version: null } })
      if (answer?.type !== 'snapshot') return
      const { version } = answer
      const play = { type: 'play' as const, version, move: moveIn(branch.made[0]!) }
      const { made } = await this.tried({ ...first, from, message: play })
      const side = sideOf(this.round.replay)
      const moments = await this.readFrom(side, { ...branch, again, made })
      if (this.round.branch !== branch) return
      this.round.goToBranch(this.round.left!)
      this.round.take({ ...branch, again, made, moments })
    } catch (problem) {
      this.fail(problem)
    } finally {
      this.busy = false
    }
  }

  /** What a side was told of a branch; null where it cannot be had, which `problem` says. */
  async seenFrom(side: Side, branch: Omit<Branched, 'moments'>): Promise<readonly ReplayMoment[] | null> {
    try {
      return await this.readFrom(side, branch)
    } catch (problem) {
      this.fail(problem)
      return null
    }
  }

  /** Throws ApiError. */
  private async readFrom(side: Side, branch: Omit<Branched, 'moments'>): Promise<readonly ReplayMoment[]> {
    const { at, bots, cards, again } = branch
    const asked = { at, bots, cards, again, made: [...branch.made] }
    const message = { type: 'hello' as const, version: null }
    const seen = async (from: Side) => (await this.tried({ ...asked, from: String(from), message })).moments
    if (side !== 'open') return seen(side)
    const own = this.round.replay.you ?? 0
    return laidOpen(...((await Promise.all([seen('open'), seen(own)])) as [ReplayMoment[], ReplayMoment[]]))
  }

  /** Show the branch that an address names; where it cannot be shown, the round is. */
  async recall(branch: Omit<Branched, 'moments'>, at: number): Promise<void> {
    const { bots, cards, again } = branch
    this.terms = { bots, cards, again }
    const moments = await this.seenFrom(sideOf(this.round.replay), branch)
    if (moments?.length) this.round.recall({ ...branch, moments }, at)
    else if (!this.problem || this.problem.code === 'malformed') {
      this.problem = null
      this.note = t('replay.what_if.gone')
    }
  }

  /** Say nothing any more. */
  hush(): void {
    this.note = ''
    this.problem = null
  }

  private async send(message: Asked['message']) {
    const { at, made } = this.place!
    try {
      const from = String(sideOf(this.round.replay))
      return await this.tried({ message, at, made: [...made], from, ...this.terms })
    } catch (problem) {
      this.fail(problem)
      if (message.type === 'hello') this.cancel()
      return null
    }
  }

  private tried(asked: Asked) {
    return tryWhatIf(this.round.replay.id, asked)
  }

  private fail(problem: unknown): void {
    if (!(problem instanceof ApiError)) throw problem
    this.problem = problem
  }
}
