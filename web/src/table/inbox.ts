import type { ServerMessage } from '../lib/protocol'

/**
 * What the server has sent, in its order. While cards are dealt it waits: whatever is worked out and drawn meanwhile
 * costs the cards frames, and would be seen after them anyway.
 */
export class Inbox {
  private readonly waiting: ServerMessage[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly read: (message: ServerMessage) => void,
    /** In so many ms the cards have come to rest. */
    private readonly untilRest: () => number,
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
    this.timer = undefined
    return this.waiting.splice(0)
  }

  private readAtRest(): void {
    const rest = this.untilRest()
    if (rest > 0) this.timer = setTimeout(() => this.readAtRest(), rest)
    else this.readAll()
  }
}

/** It answers the player, or the time for their answer runs already. */
const isPressing = (message: ServerMessage) =>
  message.type === 'update' ? message.claims !== null : message.type !== 'table'
