/**
 * Files of records as somebody has them: from this page, from the arena, or anything else. The program reads the same
 * files (core/records.py); `tests/core/files` has one of each kind, on which both are tried.
 */
import type { MomentReport } from '../lib/protocol'

/** A record in a file: the line to send, and what the round brought. */
interface FoundRecord {
  record: string
  result: readonly number[]
}

/** What is in a file. Where there is no record, `fault` says what there is instead. */
export interface FileContent {
  records: readonly FoundRecord[]
  /** How many lines are no records. */
  others: number
  fault: 'empty' | 'binary' | 'cut' | 'foreign' | null
}

type Unread = Partial<Record<'game' | 'moves' | 'result' | 'legal' | keyof MomentReport, unknown>>

/** How a file begins that gzip has compressed. */
const GZIP = [0x1f, 0x8b]

/**
 * The text of a file. The arena's may be compressed, in several parts; what a Windows shell has written is in UTF-16.
 * Fails where it cannot be read.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = GZIP.every((byte, i) => bytes[i] === byte) ? await unpacked(bytes) : bytes
  return new TextDecoder(encodingOf(content)).decode(content)
}

/** Unpacked by a library: what a browser has for this takes the first part alone, or none. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const { unpack } = await import('./unpack')
  return unpack(bytes)
}

/** By its mark or by what is zero: a record begins with a sign of ASCII. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (isSign(first) && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && isSign(second))) return 'utf-16be'
  return 'utf-8'
}

/** Whether it is a sign of ASCII, or a space of any kind: what else has zeros is no text. */
function isSign(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x09 && byte < 0x80
}

/** The records in a text: a line each, or one that was written over several lines, or that of a report. */
export function contentOf(text: string): FileContent {
  if (text.includes('\0')) return { records: [], others: 0, fault: 'binary' }
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const values = lines.map(parsed)
  const records = values.flatMap(recordsIn)
  if (records.length > 0) {
    const others = values.filter((value) => recordsIn(value).length === 0).length
    return { records, others, fault: null }
  }
  const whole = recordsIn(parsed(text))
  if (whole.length > 0) return { records: whole, others: 0, fault: null }
  return { records: [], others: lines.length, fault: faultOf(lines) }
}

function faultOf(lines: readonly string[]): FileContent['fault'] {
  if (lines.length === 0) return 'empty'
  const last = lines.at(-1)!.trim()
  return /^\{\s*"/.test(last) && parsed(last) === undefined ? 'cut' : 'foreign'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function recordsIn(value: unknown): FoundRecord[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn)
  if (typeof value !== 'object' || value === null) return []
  const { legal: _, ...one } = value as Unread
  if (typeof one.words === 'string') return recordsIn(one.record) // a report
  if (typeof one.game !== 'string' || !Array.isArray(one.moves)) return []
  const result = Array.isArray(one.result) ? one.result.filter((points) => typeof points === 'number') : []
  return [{ record: JSON.stringify(one), result }]
}
