/** Search for words on a page. */

/** The words of a query, in lower case. */
export function queryWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether a text has every word; always true for no words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const small = text.toLowerCase()
  return words.every((word) => small.includes(word))
}

const NAME = 'found'

/** Highlight every place in an element where one of the words is, if the browser can. */
export function highlight(element: HTMLElement, words: readonly string[]): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(NAME)
  if (words.length === 0) return
  const ranges: Range[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const small = walker.currentNode.textContent!.toLowerCase()
    for (const word of words) {
      for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length)) {
        const range = new Range()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + word.length)
        ranges.push(range)
      }
    }
  }
  CSS.highlights.set(NAME, new Highlight(...ranges))
}
