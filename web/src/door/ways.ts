/** A page of this site that is meant by an address: never another site's. */
function ownPage(address: string, origin: string): string | null {
  try {
    const url = new URL(address, origin)
    return url.origin === origin ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}

/** Where somebody wanted to go who was led to the door. */
export function wantedPage(search: string, origin: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/'
  const page = to.startsWith('/') ? ownPage(to, origin) : null
  return page === null || /^\/(door|index\.html)\b/.test(page) ? '/' : page
}

/** The page that a link or a code leads to, as somebody has typed or pasted it; null if it can be none. */
export function pageOfLink(typed: string, origin: string): string | null {
  const text = typed.trim().normalize('NFKC')
  const digits = text.replace(/[\s-]/g, '')
  if (/^\d{9}$/.test(digits)) return `/join/${digits}`
  if (/^https?:\/\//i.test(text)) {
    const path = ownPage(text, origin)
    return path === null || path === '/' ? null : path
  }
  return /^[\w-]{16,}$/.test(text) ? `/in/${text}` : null
}
