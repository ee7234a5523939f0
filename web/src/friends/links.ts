/** The address of a link, to be handed on. */
export const linkAddress = (key: string) => `${location.origin}/join/${encodeURIComponent(key)}`

/** Where a code is typed in, as one says it. */
export const spokenAt = () => location.host

/** The key that an address or a code means, as somebody has typed or pasted it; null where it can be none. */
export function keyIn(typed: string): string | null {
  const text = typed.trim()
  const path = /\/join\/([^/?#\s]+)/.exec(text)
  if (path) return decodeURIComponent(path[1]!)
  const digits = text.replace(/[\s\-.]/g, '')
  return /^\d{9}$/.test(digits) ? digits : null
}
