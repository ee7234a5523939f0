/**
 * The least time that an answer takes, so that nobody can tell from it whether there was anything to think
 * about (law 8). A forced answer is sent when this time is over, and one that is given sooner waits until
 * then.
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

  /** Do this when the beat is over, in place of anything given before; at once where no beat is running. */
  then(act: () => void): void {
    if (this.timer === undefined) act()
    else this.act = act
  }

  /** The question is gone: nothing is done any more. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.act = null
  }
}

const LONGEST_AMONG_BOTS = 1000
const [LEAST, MORE] = [1500, 2000]

/** The length of a beat, in ms: random among people, else as long as a bot would take, at most a second. */
export function beatLength(inCompany: boolean, pace: number): number {
  return inCompany ? LEAST + Math.random() * MORE : Math.min(pace, LONGEST_AMONG_BOTS)
}
