import type { ServerMessage } from '../lib/protocol'

/** So much earlier than the server a table stops taking claims, in ms: no line is always equally slow. */
const SPARE = 100

/** When claims must have been sent, by `performance.now()`. */
export class ClaimsEnd {
  /** The time by which a claim must have been sent so that it comes in time. */
  at = $state(0)
  /** When the server takes claims no longer, if nothing were on its way for long. */
  private close = 0

  /** Note how long claims are taken, when that is told and when the line was measured: `trip` is its way there, in ms. */
  note(message: ServerMessage, trip: number): void {
    if ('claims' in message && message.claims) this.close = performance.now() + message.claims.left
    else if (message.type !== 'pong') return
    this.at = this.close - trip - SPARE
  }
}
