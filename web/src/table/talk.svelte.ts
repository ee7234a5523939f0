import type { Line, Talk as TalkMessage } from '../lib/protocol'
import type { Said } from './moments'

/** What was said at a table, and how much of it the player has seen. */
export class Talk {
  /** The last line last. */
  lines = $state.raw<readonly Line[]>([])
  /** What somebody has said, while it is shown at their seat. */
  spoken = $state.raw<Said | null>(null)
  /** The number of the newest line that the player has looked at. */
  read = $state(0)

  /** Add new lines; or take these for all there are, as others may be gone with whoever said them. */
  hear({ lines, whole }: TalkMessage): void {
    const said = this.lines
    this.lines = whole ? lines : [...said, ...lines]
    this.read = Math.min(this.read, this.lines.at(-1)?.number ?? 0)
    const kept = (line: Line) => lines.some(({ number, at }) => number === line.number && at === line.at)
    if (whole && !said.every(kept)) this.spoken = null
  }
}
