import type { ServerMessage } from '../lib/protocol'

/** A message waits for a frame no longer than this: in a hidden page no frames are drawn. */
const LATEST_MS = 100

/**
 * The server's messages, in order. While cards are dealt they wait: to handle them would cost the animation
 * frames, and the result would be seen only after the deal anyway. Where cards come one by one, a message
 * each, a message waits for the end of a frame: to handle it and to draw it is too much for one frame. Where a
 * player's time to answer is running, all is read at once.
 */
export class Inbox {
  private readonly waiting: ServerMessage[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private frame = 0

  constructor(
    private readonly read: (message: ServerMessage) => void,
    /** How long until the deal has come to rest, in ms. */
    private readonly untilRest: () => number,
    /** Whether a card is on its way. */
    private readonly isMoving: () => boolean,
  ) {}

  add(message: ServerMessage): void {
    this.waiting.push(message)
    if (isPressing(message)) this.readAll()
    else if (this.timer === undefined) this.readAtRest()
  }

  /** Read at once whatever waits. */
  readAll(): void {
    for (const message of this.drop()) this.read(message)
  }

  /** Take out whatever waits, unread. */
  drop(): ServerMessage[] {
    clearTimeout(this.timer)
    cancelAnimationFrame(this.frame)
    this.timer = undefined
    return this.waiting.splice(0)
  }

  private readAtRest(): void {
    const rest = this.untilRest()
    if (rest > 0) this.timer = setTimeout(() => this.readAtRest(), rest)
    else if (this.isMoving()) this.readAfterFrame()
    else this.readAll()
  }

  private readAfterFrame(): void {
    const read = () => this.readAll()
    this.timer = setTimeout(read, LATEST_MS)
    this.frame = requestAnimationFrame(() => {
      clearTimeout(this.timer)
      this.timer = setTimeout(read)
    })
  }
}

/** Whether a message answers the player, or starts the time for the player's own answer. */
const isPressing = (message: ServerMessage) =>
  message.type === 'update' ? message.claims !== null : message.type !== 'table'
