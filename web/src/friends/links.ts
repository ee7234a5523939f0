import { fetchNetwork } from './api'

/** The hosts by which a computer reaches nobody but itself. */
const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** Hosts that mean something within one network only. */
const IN_NETWORK = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d|^\[f[cde]|\.local$/

/** Where others find this page. `reach`: who can open it. */
export interface Place {
  origin: string
  reach: 'all' | 'network' | 'only here'
}

export const placeOf = ({
  protocol,
  hostname,
  host,
}: Pick<Location, 'protocol' | 'hostname' | 'host'>): Place => ({
  origin: `${protocol}//${host}`,
  reach: OWN.test(hostname) ? 'only here' : IN_NETWORK.test(hostname) ? 'network' : 'all',
})

/** The same for this page. If only this computer can open it, the server knows whether others reach it otherwise. */
export async function placeForOthers(): Promise<Place> {
  const here = placeOf(location)
  if (here.reach !== 'only here') return here
  const { host } = await fetchNetwork()
  if (host === null) return here
  const { protocol, port } = location
  const hostname = host.includes(':') ? `[${host}]` : host
  return placeOf({ protocol, hostname, host: port ? `${hostname}:${port}` : hostname })
}

/** The page that a link leads to: a table, cards that somebody has played, an event, another browser's, the house. */
export type LinkPage = 'join' | 'cards' | 'event' | 'browser' | 'in'

/** The address of a link, to be passed on; what shows it before it is opened says so in this language. */
export const linkAddress = (key: string, origin: string, language: string, page: LinkPage = 'join') =>
  `${origin}/${page}/${encodeURIComponent(key)}?in=${language}`

/** The key in an address or a code that somebody has typed or pasted; null where there is none. */
export function keyIn(typed: string): string | null {
  // keyboards for Chinese and Japanese write digits and signs at full width
  const text = typed.normalize('NFKC').trim()
  const path = /\/join\/([^/?#\s]+)/.exec(text)
  if (path) return decodeURIComponent(path[1]!)
  const digits = text.replace(/[\s\p{P}\p{S}\p{Cf}]/gu, '')
  return /^\p{Nd}{9}$/u.test(digits) ? digits : null
}
