/**
 * The back button closes what lies over the page before it leaves the page: while anything does, the browser's history
 * has one entry more, which Back takes away.
 */

const open: (() => void)[] = []
/** We go back ourselves, to be rid of that entry; the browser says later that it is gone. */
let leaving = false

const isOurs = () => Boolean((history.state as { over?: boolean } | null)?.over)

/** Something lies over the page; `close` is called for Back. Returns what to call when it is gone. */
export function closeOnBack(close: () => void): () => void {
  addEventListener('popstate', takeBack)
  open.push(close)
  hold()
  return () => {
    const at = open.indexOf(close)
    if (at < 0) return
    open.splice(at, 1)
    // what opens the next one in its place keeps the entry
    setTimeout(leave)
  }
}

function hold(): void {
  if (open.length > 0 && !leaving && !isOurs()) history.pushState({ over: true }, '')
}

function leave(): void {
  if (open.length > 0 || leaving || !isOurs()) return
  leaving = true
  history.back()
}

function takeBack(): void {
  if (leaving) {
    leaving = false
    return hold() // what has been opened meanwhile
  }
  if (isOurs()) return
  open.pop()?.()
  hold()
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
