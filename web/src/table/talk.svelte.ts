import type { Line } from '../lib/protocol'
import type { Said } from './moments'

/** What was said at a table, and how much of it the player has seen. */
export class Talk {
  /** The last line last. */
  lines = $state.raw<readonly Line[]>([])
  /** What somebody has said, while it is shown at their seat. */
  spoken = $state.raw<Said | null>(null)
  /** The number of the newest line that the player has looked at. */
  read = $state(0)

  /** Add the new lines: the server sends the last ones again after each hello. */
  hear(lines: readonly Line[]): void {
    const last = this.lines.at(-1)?.number ?? 0
    this.lines = [...this.lines, ...lines.filter(({ number }) => number > last)]
  }
}
