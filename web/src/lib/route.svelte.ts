import { isOutdated } from './shell'
import { liesOver, onceLeft } from './ui/back'

export type Route =
  | { page: 'start' }
  | { page: 'table'; id: string }
  | { page: 'join'; key: string }
  | { page: 'rules'; game: string; rule: string }
  | { page: 'learn'; game: string; lesson: string | null }
  /** A round shown again, null for one of a file; or its review, or a decision of it, by the steps before. */
  | { page: 'round'; id: string | null; review?: string }
  /** A page that is seldom opened, or none: `otherRoute` says which, once it is loaded. */
  | { page: 'other'; path: string[]; hash: string }

/** The page that an address names. */
export function parseRoute(path: string, hash: string): Route {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first, second, ...more] = parts
  if (first === undefined) return { page: 'start' }
  if (first === 'learn' && second !== undefined && more.length <= 1)
    return { page: 'learn', game: second, lesson: more[0] ?? null }
  if (first === 'open' && second === undefined) return { page: 'round', id: null }
  if (first === 'round' && more[0] === 'review' && more.length <= 2)
    return { page: 'round', id: second!, review: more[1] ?? '' }
  if (second !== undefined && more.length === 0) {
    if (first === 'tables') return { page: 'table', id: second }
    if (first === 'join') return { page: 'join', key: second }
    if (first === 'round') return { page: 'round', id: second }
    if (first === 'rules') return { page: 'rules', game: second, rule: decode(hash.slice(1)) }
  }
  return { page: 'other', path: parts, hash }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

let moved = false
let current = $state.raw(parseRoute(location.pathname, location.hash))

/** The page that is shown. */
export function route(): Route {
  return current
}

function update(): void {
  const next = parseRoute(location.pathname, location.hash)
  // only a sheet over the page was closed: the page stays as it is
  if (JSON.stringify(next) === JSON.stringify(current)) return
  moved = true
  current = next
}

/** Go to another page of this site without loading everything again. */
export function navigate(to: string, { replace = false } = {}): void {
  if (onceLeft(() => navigate(to, { replace }))) return
  if (isOutdated()) return location.assign(to)
  if (replace || liesOver()) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  update()
  if (!location.hash) scrollTo(0, 0)
}

/** For a page's main element: focus it after a change of page in place, as when a page is loaded. */
export function arrive(main: HTMLElement): void {
  if (moved) main.focus({ preventScroll: true })
}

/** Let links to this site and the back button change the page in place. */
export function followLinks(): void {
  addEventListener('popstate', update)
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.target || link.origin !== location.origin || link.hasAttribute('data-native')) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}
