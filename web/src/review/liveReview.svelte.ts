import { ApiError } from '../lib/api'
import type { EvaluationInfo, ReviewState } from '../lib/protocol'
import { passes } from '../lib/resource.svelte'
import { askReview, fetchReview, type Reviewed } from './api'

/** How often a review that is being made is looked at, in ms, and while the server cannot be reached. */
const LOOK_MS = 1000
const LONGEST_WAIT = 10_000

/** How many decisions are shown. */
const SHOWN = 3

/** A review: whether there is one, the making of it, and what has been found so far. */
export class LiveReview {
  state = $state.raw<ReviewState | null>(null)
  /** Why it cannot be had. What passes by itself is none. */
  problem = $state.raw<ApiError | null>(null)
  /** The server cannot be reached just now. */
  away = $state(false)
  private timer: ReturnType<typeof setTimeout> | undefined
  private wait = LOOK_MS
  private closed = false

  constructor(readonly of: Reviewed) {}

  /** It is being made. */
  get running(): boolean {
    return this.state?.state === 'queued' || this.state?.state === 'running'
  }

  /** It is there, or some of it. */
  get begun(): boolean {
    return this.running || this.state?.state === 'done'
  }

  /** The decisions that lost most, the costliest first; while it is made, of those that are judged so far. */
  get moments(): EvaluationInfo[] {
    const { decisions = [], moments, state } = this.state ?? {}
    if (state === 'done') return moments!.flatMap((index) => decisions[index] ?? [])
    const lost = decisions.filter(({ is_loss }) => is_loss)
    return lost.toSorted((one, other) => other.by - one.by).slice(0, SHOWN)
  }

  /** Hard choices that were found, first where another move would have cost most. */
  get wellEvaluated(): EvaluationInfo[] {
    const { decisions = [], well_evaluated, state } = this.state ?? {}
    if (state === 'done') return well_evaluated!.flatMap((index) => decisions[index] ?? [])
    const found = decisions.filter(({ is_well_evaluated }) => is_well_evaluated)
    return found.toSorted((one, other) => one.by - other.by)
  }

  /** The decisions that are shown: those that lost most, then what was judged well, three in all or one of the latter. */
  get shown(): EvaluationInfo[] {
    const space = Math.max(1, SHOWN - this.moments.length)
    return [...this.moments, ...this.wellEvaluated.slice(0, space)]
  }

  /** Look whether there is one; none is made by that. */
  look = (): Promise<void> => this.get(() => fetchReview(this.of), true)

  /** Ask for it. */
  make = (): Promise<void> => this.get(() => askReview(this.of), false)

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  /** With `waits`, what the server lets one wait for is asked again by itself. */
  private async get(fetch: () => Promise<ReviewState>, waits: boolean): Promise<void> {
    clearTimeout(this.timer)
    try {
      this.state = await fetch()
      this.problem = null
      this.away = false
      this.wait = LOOK_MS
      if (this.running) this.later(this.look)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (!passes(problem) || (problem.code === 'too_many' && !waits)) return void (this.problem = problem)
      this.away = problem.code === 'unreachable'
      this.wait = Math.max(1000 * Number(problem.values.seconds ?? 0), Math.min(2 * this.wait, LONGEST_WAIT))
      this.later(() => this.get(fetch, waits))
    }
  }

  private later(run: () => Promise<void>): void {
    if (!this.closed) this.timer = setTimeout(run, this.wait)
  }
}
