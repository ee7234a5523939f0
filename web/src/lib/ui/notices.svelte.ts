interface Notice {
  id: number
  text: string
}

const SHOWN_FOR = 6000

let notices = $state.raw<Notice[]>([])
let last = 0

/** The notices that are shown now. */
export function shownNotices(): Notice[] {
  return notices
}

/** Say something at the edge of the page for some seconds; it is read out politely. */
export function notice(text: string): void {
  const id = ++last
  notices = [...notices, { id, text }]
  setTimeout(() => dismiss(id), SHOWN_FOR)
}

export function dismiss(id: number): void {
  notices = notices.filter((shown) => shown.id !== id)
}
