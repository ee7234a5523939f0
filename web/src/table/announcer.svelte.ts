import { spoken } from './sentences'

const KEPT = 6

/** What a screen reader says: events politely, one line after the other; questions to the player at once. */
export class Announcer {
  /** The newest lines, the last one last. Each has a number, so that the same words twice are read twice. */
  lines = $state.raw<{ id: number; text: string }[]>([])
  urgent = $state.raw<{ id: number; text: string }>({ id: 0, text: '' })
  private last = 0

  /** The newest line. */
  get newest(): string {
    return this.lines.at(-1)?.text ?? ''
  }

  say(...texts: string[]): void {
    if (texts.length === 0) return
    const lines = texts.map((text) => ({ id: ++this.last, text: spoken(text) }))
    this.lines = [...this.lines, ...lines].slice(-KEPT)
  }

  insist(text: string): void {
    this.urgent = { id: ++this.last, text: spoken(text) }
  }
}
