/**
 * The time that an answer takes at the least, so that nobody can tell from it whether there was anything to think about
 * (law 8): one that is forced is made when it is over, and one that is given sooner waits for it.
 */
export class Beat {
  private timer: ReturnType<typeof setTimeout> | undefined
  private act: (() => void) | null = null

  /** The player is asked now. */
  begin(length: number): void {
    this.end()
    this.timer = setTimeout(() => {
      const act = this.act
      this.end()
      act?.()
    }, length)
  }

  /** Do this when the time is over, in place of what was to be done then; at once where no time runs. */
  then(act: () => void): void {
    if (this.timer === undefined) act()
    else this.act = act
  }

  /** The question is gone, and with it what was to be done. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.act = null
  }
}

const LONGEST_AMONG_BOTS = 1000
const [LEAST, MORE] = [1500, 2000]

/** How long a beat is, in ms: among people never the same twice, else as long as a bot would take. */
export function beatLength(inCompany: boolean, pace: number): number {
  return inCompany ? LEAST + Math.random() * MORE : Math.min(pace, LONGEST_AMONG_BOTS)
}
