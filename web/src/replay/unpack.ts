import { Gunzip } from 'fflate'

/** What gzip has compressed, in one part or several. Fails where it cannot be read. */
export function unpack(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  const gunzip = new Gunzip((part) => parts.push(part))
  // zeros behind the last part are padding; one of them may be the end of an empty part
  gunzip.push(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 2), true)
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
