/** The address of a link, to be passed on. */
export const linkAddress = (key: string) => `${location.origin}/join/${encodeURIComponent(key)}`

/** The address at which a code is entered, as one would say it. */
export const spokenAt = () => location.host

/** The key in an address or a code that somebody has typed or pasted; null where there is none. */
export function keyIn(typed: string): string | null {
  const text = typed.trim()
  const path = /\/join\/([^/?#\s]+)/.exec(text)
  if (path) return decodeURIComponent(path[1]!)
  const digits = text.replace(/[\s\-.]/g, '')
  return /^\d{9}$/.test(digits) ? digits : null
}
