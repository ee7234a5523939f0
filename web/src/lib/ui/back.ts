/**
 * The back button closes what lies over the page before it leaves the page: while anything does, the browser's history
 * has one entry more, which Back takes away.
 */

const open: (() => void)[] = []

const isOurs = () => Boolean((history.state as { over?: boolean } | null)?.over)

/** Something lies over the page; `close` is called for Back. Returns what to call when it is gone. */
export function closeOnBack(close: () => void): () => void {
  if (open.length === 0) addEventListener('popstate', takeBack)
  open.push(close)
  if (!isOurs()) history.pushState({ over: true }, '')
  return () => {
    const at = open.indexOf(close)
    if (at < 0) return
    open.splice(at, 1)
    // what opens the next one in its place keeps the entry
    setTimeout(() => open.length === 0 && leave())
  }
}

/** The entry is on its way out: the browser takes a moment for that. */
let leaving = false

function leave(): void {
  leaving = isOurs()
  if (leaving) history.back()
  else removeEventListener('popstate', takeBack)
}

function takeBack(): void {
  if (leaving) {
    leaving = false
    // what was opened in the meantime stays
    if (open.length > 0) history.pushState({ over: true }, '')
    else removeEventListener('popstate', takeBack)
    return
  }
  if (isOurs()) return
  open.pop()?.()
  if (open.length > 0) history.pushState({ over: true }, '')
  else removeEventListener('popstate', takeBack)
}

/** Do this once the entry is gone, if it is on its way out. Returns whether it is. */
export function onceLeft(act: () => void): boolean {
  if (leaving) addEventListener('popstate', act, { once: true })
  return leaving
}

/** Whether the newest entry of the history is only that something lies over the page: a new page takes its place. */
export function liesOver(): boolean {
  return isOurs()
}
