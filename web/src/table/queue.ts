/** One picture of the table, and how long it stays, in ms; less where others are waiting behind it. */
export interface Frame<V> {
  view: V
  hold: number
}

/** More than this is waiting: show the newest at once. */
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

  constructor(private readonly show: (view: V) => void) {}

  /** Show this at once; nothing that was waiting is. */
  start(view: V): void {
    this.add([{ view, hold: 0 }])
    this.skip()
  }

  add(frames: readonly Frame<V>[]): void {
    this.waiting.push(...frames)
    this.newest = frames.at(-1)?.view ?? this.newest
    if (this.waiting.length > MOST) this.skip()
    else if (this.timer === undefined) this.next()
  }

  /** Go to the newest picture at once. */
  skip(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const newest = this.waiting.pop()
    this.waiting = []
    if (newest) this.show(newest.view)
  }

  private next(): void {
    this.timer = undefined
    const frame = this.waiting.shift()
    if (!frame) return
    this.show(frame.view)
    this.timer = setTimeout(() => this.next(), frame.hold / (1 + this.waiting.length / 3))
  }
}
