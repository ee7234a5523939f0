/** What a screen reader is told of something that goes on: one line at a time, and none soon after another. */
const APART_MS = 5000

export class LiveLine {
  text = $state('')
  private next: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Say this; what was to be said meanwhile is old, and never said. */
  say(text: string): void {
    if (this.timer === undefined) this.tell(text)
    else this.next = text
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private tell(text: string): void {
    this.text = text
    this.next = null
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (this.next !== null && this.next !== this.text) this.tell(this.next)
    }, APART_MS)
  }
}
