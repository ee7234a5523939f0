import { keep, recall } from '../lib/storage'

const STORED_AS = 'sevenfold.lessons'

/** How far somebody has come, kept in this browser. */
interface Progress {
  /** The next step of each lesson, by `game/lesson`; as many as there are steps when it is done. */
  next: Record<string, number>
  /** The games whose lessons have been offered. */
  offered: string[]
}

/** What was stored, as far as it can be read. */
export function readProgress(stored: string | null): Progress {
  try {
    const { next = {}, offered = [] } = JSON.parse(stored ?? '{}') as Partial<Progress>
    const counts = Object.entries(next).filter(([, count]) => Number.isInteger(count) && count >= 0)
    return { next: Object.fromEntries(counts), offered: offered.filter((game) => typeof game === 'string') }
  } catch {
    return { next: {}, offered: [] }
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

/** Whether a lesson of this game was begun. */
function hasBegun(game: string): boolean {
  return Object.keys(progress.next).some((key) => key.startsWith(`${game}/`))
}

/** Whether its lessons should be offered: they were neither offered nor begun before. */
export function shouldOffer(game: string): boolean {
  return !progress.offered.includes(game) && !hasBegun(game)
}

export function setOffered(game: string): void {
  if (progress.offered.includes(game)) return
  progress.offered.push(game)
  store()
}
