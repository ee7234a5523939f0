/** One picture of the table, and how long it stays, in ms; less where others are waiting behind it. */
export interface Frame<V> {
  view: V
  hold: number
  /** It stays until somebody goes on. */
  stays?: boolean
  /** It is to be read: it stays its whole time, whatever waits behind it. */
  read?: boolean
}

/** When more pictures than this are waiting, the newest is shown at once, unless one of them is to be read. */
const MOST = 8

/**
 * Shows what happened one picture after the other. It is for the eye alone: what a player may do comes from
 * the newest view, whether or not it has been shown yet.
 */
export class FrameQueue<V> {
  /** The newest picture, whether or not it has been shown yet. */
  newest: V | null = null
  private waiting: Frame<V>[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private staying = false
  /** What is shown is to be read. */
  private reading = false

  constructor(
    private readonly show: (view: V) => void,
    /** Told when a picture stays until somebody goes on, and when they have. */
    private readonly stays: (staying: boolean) => void = () => undefined,
    /** How long until the picture that is shown has come to rest, in ms: the next one waits for that. */
    private readonly untilRest = () => 0,
  ) {}

  /** Show this at once, and drop what was waiting. */
  start(view: V): void {
    this.waiting = []
    this.stay(false)
    this.add([{ view, hold: 0 }])
    this.skip()
  }

  /** Go on from a picture that stays. */
  goOn(): void {
    if (!this.staying) return
    this.stay(false)
    this.next()
  }

  add(frames: readonly Frame<V>[]): void {
    this.waiting.push(...frames)
    this.newest = frames.at(-1)?.view ?? this.newest
    if (this.staying) return
    const late = this.waiting.length > MOST && !this.waiting.some(({ read }) => read)
    if (late && !this.reading) this.skip()
    else if (this.timer === undefined) this.next()
  }

  /** Go to the newest picture at once, or to the next that stays. */
  skip(): void {
    if (this.staying) return
    clearTimeout(this.timer)
    this.timer = undefined
    const stop = this.waiting.findIndex(({ stays }) => stays)
    const passed = this.waiting.splice(0, stop < 0 ? this.waiting.length : stop + 1)
    const last = passed.at(-1)
    if (last) this.present(last)
  }

  private next(): void {
    this.timer = undefined
    const rest = this.untilRest()
    if (rest > 0) return this.nextIn(rest)
    const frame = this.waiting.shift()
    if (!frame) return
    this.present(frame)
    if (!this.staying) this.nextIn(frame.read ? frame.hold : frame.hold / (1 + this.waiting.length / 3))
  }

  private nextIn(time: number): void {
    this.timer = setTimeout(() => this.next(), time)
  }

  private present({ view, stays, read = false }: Frame<V>): void {
    this.reading = read
    this.show(view)
    if (stays) this.stay(true)
  }

  private stay(staying: boolean): void {
    if (staying !== this.staying) this.stays(staying)
    this.staying = staying
  }
}
