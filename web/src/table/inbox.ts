import type { ServerMessage } from '../lib/protocol'

/** Where no frame is drawn, as nobody looks, a message waits for none longer than this. */
const LATEST_MS = 100

/**
 * What the server has sent, in its order. While cards are dealt it waits: whatever is worked out and drawn meanwhile
 * costs the cards frames, and would be seen after them anyway. Where they come one by one, each of them a message, it
 * waits for the end of a frame: to work it out and to draw it is too much for one.
 */
export class Inbox {
  private readonly waiting: ServerMessage[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private frame = 0

  constructor(
    private readonly read: (message: ServerMessage) => void,
    /** In so many ms the deal has come to rest. */
    private readonly untilRest: () => number,
    /** A card is on its way. */
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

/** It answers the player, or the time for their answer runs already. */
const isPressing = (message: ServerMessage) =>
  message.type === 'update' ? message.claims !== null : message.type !== 'table'
