import type { Line, Seat, Talk as TalkMessage } from '../lib/protocol'
import { SAID } from './moments'
import type { Said } from './scene'

/** What was said at a table, and how much of it the player has seen. */
export class Talk {
  /** The last line last. */
  lines = $state.raw<readonly Line[]>([])
  /** What somebody of this name has said, while it is shown at their seat. */
  private spoken = $state.raw<(Said & { name: string | null }) | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The number of the newest line that the player has looked at. */
  read = $state(0)

  /** Show at a seat for a while what its person has said. */
  show({ seat, name, reaction }: Line, text: string): void {
    this.hush()
    if (seat === null) return
    this.spoken = { seat, name, text, reaction }
    this.timer = setTimeout(() => this.hush(), SAID)
  }

  /** What is shown of it: nothing once another person, or a bot, sits there. */
  spokenAt(seats: readonly Seat[]): Said | null {
    const seat = this.spoken && seats[this.spoken.seat]
    return seat && seat.bot === null && !seat.left && seat.name === this.spoken!.name ? this.spoken : null
  }

  hush(): void {
    clearTimeout(this.timer)
    this.spoken = null
  }

  /** Add new lines; or take these for all there are, as others may be gone with whoever said them. */
  receive({ lines, whole }: TalkMessage): void {
    const said = this.lines
    this.lines = whole ? lines : [...said, ...lines]
    this.read = Math.min(this.read, this.lines.at(-1)?.number ?? 0)
    const kept = (line: Line) => lines.some(({ number, at }) => number === line.number && at === line.at)
    if (whole && !said.every(kept)) this.hush()
  }
}
