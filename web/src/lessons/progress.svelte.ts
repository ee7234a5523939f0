import { keep, recall } from '../lib/storage'

const STORED_AS = 'sevenfold.lessons'

/** How far somebody has come, kept in this browser. */
interface Progress {
  /** The next step of each lesson, by `game/lesson`; as many as there are steps when it is done. */
  next: Record<string, number>
}

/** What was stored, as far as it can be read. */
export function readProgress(stored: string | null): Progress {
  try {
    const { next = {} } = JSON.parse(stored ?? '{}') as Partial<Progress>
    const counts = Object.entries(next).filter(([, count]) => Number.isInteger(count) && count >= 0)
    return { next: Object.fromEntries(counts) }
  } catch {
    return { next: {} }
  }
}

const progress: Progress = $state(readProgress(recall(STORED_AS)))

const store = () => keep(STORED_AS, JSON.stringify(progress))

/** The step to go on with; 0 for a lesson that was not begun. */
export function nextStep(game: string, lesson: string): number {
  return progress.next[`${game}/${lesson}`] ?? 0
}

export function setNextStep(game: string, lesson: string, step: number): void {
  progress.next[`${game}/${lesson}`] = step
  store()
}
