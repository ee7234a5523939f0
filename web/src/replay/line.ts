import type { ClientMessage, Play, ReplayMoment, Select, ServerMessage } from '../lib/protocol'
import type { Line, Listener } from '../table/socket'
import { snapshotAt, updateTo, type Shown } from './messages'

/** The line of a table that shows a round that is over. `ask` is for what a seat sends that tries something else. */
export class ReplayLine implements Line {
  unanswered: Play | null = null

  constructor(
    private readonly listener: Listener,
    private readonly ask: (message: Play | Select) => void,
  ) {
    listener.connection('open')
  }

  /** Tell the table something. */
  tell(message: ServerMessage): void {
    this.listener.receive(message)
  }

  /** What was sent has its answer. */
  answered(): void {
    this.unanswered = null
  }

  /** Show a moment at once. */
  jump(shown: Shown, moments: readonly ReplayMoment[], index: number): void {
    this.listener.receive(snapshotAt(shown, moments, index))
  }

  /** Show a moment as what follows the one before. */
  step(shown: Shown, moments: readonly ReplayMoment[], index: number): void {
    const update = updateTo(shown, moments, index)
    if (update) this.listener.receive(update)
    else this.jump(shown, moments, index)
  }

  send(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message
    if (message.type === 'play' || message.type === 'select') this.ask(message)
  }

  retry(): void {}
  drop(): void {}
  begin(): void {}
  close(): void {}
}
