import type { ReplayMoment } from '../lib/protocol'
import type { Line, Listener } from '../table/socket'
import { snapshotAt, updateTo, type Shown } from './messages'

/** The line of a table that shows a round that is over: whatever is sent over it goes nowhere. */
export class ReplayLine implements Line {
  readonly unanswered = null

  constructor(private readonly listener: Listener) {
    listener.connection('open')
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

  send(): void {}
  retry(): void {}
  drop(): void {}
  begin(): void {}
  close(): void {}
}
