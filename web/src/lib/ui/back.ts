/** The browser's way back closes what is open over the page, before it leaves the page. */

/** How each thing that is open is closed, the newest last. */
const open: (() => void)[] = []
/** The entry of the history that stands for them is there. */
let held = false
/** We go back ourselves, to be rid of it. */
let leaving = false

const isOurs = () => history.state?.over === true

function hold(): void {
  if (held || leaving || open.length === 0) return
  history.pushState({ over: true }, '')
  held = true
}

function letGo(): void {
  if (!held || open.length > 0) return
  held = false
  if (!isOurs()) return // Another page has come since.
  leaving = true
  history.back()
}

addEventListener('popstate', () => {
  if (leaving) {
    leaving = false
    hold()
  } else if (held) {
    held = false
    open.at(-1)?.()
    setTimeout(hold) // Something may be open below.
  }
})

/** Let the way back close this. Returns what is to be called when it is closed. */
export function closeOnBack(close: () => void): () => void {
  open.push(close)
  hold()
  return () => {
    open.splice(open.indexOf(close), 1)
    setTimeout(letGo) // One sheet may follow on another.
  }
}
