/**
 * The back button closes a sheet that lies over the page before it leaves the page. While a sheet is open,
 * the browser's history has one extra entry, which Back takes away.
 */

const open: (() => void)[] = []
/** The page itself has gone back to remove that entry; the browser reports later that it is gone. */
let leaving = false

const isOurs = () => Boolean((history.state as { over?: boolean } | null)?.over)

/** Call when a sheet opens; `close` is called on Back. Returns a function to call when the sheet is gone. */
export function closeOnBack(close: () => void): () => void {
  addEventListener('popstate', takeBack)
  open.push(close)
  hold()
  return () => {
    const at = open.indexOf(close)
    if (at < 0) return
    open.splice(at, 1)
    // a sheet that is opened in its place at once keeps the entry
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
    return hold() // a sheet may have been opened meanwhile
  }
  if (isOurs()) return
  open.pop()?.()
  hold()
}

/** If the entry is being removed, do this once it is gone. Returns whether it is being removed. */
export function onceLeft(act: () => void): boolean {
  if (leaving) addEventListener('popstate', act, { once: true })
  return leaving
}

/** Whether the newest history entry is the extra one of a sheet: a new page then replaces it. */
export function liesOver(): boolean {
  return isOurs()
}
