/** How often a second texts are put back at most; a translator that goes on all the same has its way. */
const MOST = 20

/**
 * Put texts back that something outside the page has replaced. Browsers leave this page alone (`translate="no"` in
 * index.html), but some extensions translate it all the same. They put a `<font>` in a text's place, and what the
 * page writes into that text from then on is not seen: an old score, or cards that were played long ago.
 */
export function keepTexts(page: Node): void {
  let times: number[] = []
  const observer = new MutationObserver((changes) => {
    if (!changes.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === 'FONT'))) return
    const now = performance.now()
    times = [...times.filter((time) => now - time < 1000), now]
    if (times.length > MOST) return observer.disconnect()
    for (const { target, addedNodes, removedNodes, nextSibling } of changes.reverse()) {
      for (const added of addedNodes) if (added.parentNode === target) target.removeChild(added)
      for (const removed of removedNodes) target.insertBefore(removed, nextSibling)
    }
    observer.takeRecords()
  })
  observer.observe(page, { childList: true, subtree: true })
}
