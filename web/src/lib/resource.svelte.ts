import { ApiError } from './api'

const LONGEST_WAIT = 10_000

/** Whether a problem passes by itself, so that a page tries again and does not give up. */
export const passes = ({ code }: ApiError) => code === 'unreachable' || code === 'too_many'

/** Something that is fetched for a page: its value once it has come, or else what went wrong. */
export class Resource<Value> {
  value = $state.raw<Value>()
  problem = $state.raw<ApiError>()
  private wait = 1000
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopped = false

  constructor(private readonly fetch: () => Promise<Value>) {}

  /** Fetch it, repeatedly while the server cannot be reached, or lets us wait. Returns the clean-up function of an effect. */
  start(): () => void {
    void this.load()
    return () => {
      this.stopped = true
      clearTimeout(this.timer)
    }
  }

  /** Fetch it now. */
  load = async (): Promise<void> => {
    clearTimeout(this.timer)
    try {
      this.value = await this.fetch()
      this.problem = undefined
      this.wait = 1000
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      this.problem = problem
      if (!this.stopped && passes(problem)) this.loadLater(problem)
    }
  }

  private loadLater({ values }: ApiError): void {
    this.timer = setTimeout(this.load, Math.max(this.wait, 1000 * Number(values.seconds ?? 0)))
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }
}
