/** The server closes with 4000 plus an HTTP status of 400 to 499 where trying again cannot help. */
export const isFinal = (code: number): boolean => code >= 4400 && code < 4500 && code !== TOO_MANY

/** Too much was asked for: the server has said in how many seconds there is room again. */
export const TOO_MANY = 4429

/** Where the socket of a table or of an event is, seen from this page. */
export function socketAddress(of: 'tables' | 'events', id: string, page: Location = location): string {
  const scheme = page.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${page.host}/api/${of}/${encodeURIComponent(id)}/socket`
}
