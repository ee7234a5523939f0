import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DealKey, DealPromise } from '../lib/protocol'
import type { Kept } from './kept'
import { HIDDEN, within } from './within'
import type { SeenRound } from './witness'

/** What does not fit: the promise, the terms, this page's salt, the own hand, a card that somebody showed. */
export type Fault = 'promise' | 'terms' | 'salt' | 'hand' | 'shown'

/** What came of the check. `own`: this page was there before the deal, with its salt, and saw the round. */
export interface Verdict {
  faults: Fault[]
  own: boolean
}

interface Dealt {
  hands: string[][]
  rest: string[]
}

const WORDS = 2 ** 32
const LEVELS = 8
/** How many deals are promised. */
const DEALS = 2 ** LEVELS

/** The words of 32 bits that follow from a seed (docs/shuffle.md). */
function* words(seed: Uint8Array): Generator<number> {
  for (let block = 0; ; block++) {
    const message = new DataView(new ArrayBuffer(8))
    message.setUint32(4, block)
    const bytes = new DataView(hmac(sha256, seed, new Uint8Array(message.buffer)).slice().buffer)
    for (let at = 0; at < bytes.byteLength; at += 4) yield bytes.getUint32(at)
  }
}

function shuffled(pack: readonly string[], seed: Uint8Array): string[] {
  const cards = [...pack]
  const stream = words(seed)
  for (let last = cards.length - 1; last > 0; last--) {
    const limit = WORDS - (WORDS % (last + 1))
    let word = stream.next().value!
    while (word >= limit) word = stream.next().value!
    const chosen = word % (last + 1)
    const card = cards[last]!
    cards[last] = cards[chosen]!
    cards[chosen] = card
  }
  return cards
}

/** The cards as they follow from the key and the terms; null where the terms cannot be read. */
function dealtFrom(key: string, terms: string): Dealt | null {
  const lines = terms.split('\n').map((line) => line.split(' '))
  const pack = lines.find(([name]) => name === 'pack')?.slice(1) ?? []
  const hand = Number(lines.find(([name]) => name === 'hand')?.[1])
  const seats = lines.filter(([name]) => name === 'seat').length
  if (!(hand > 0) || seats === 0 || seats * hand > pack.length) return null
  const cards = shuffled(pack, hmac(sha256, hexToBytes(key), utf8ToBytes(terms)))
  const hands = Array.from({ length: seats }, (_, seat) => cards.slice(seat * hand, (seat + 1) * hand))
  return { hands, rest: cards.slice(seats * hand) }
}

/** The root to which a key and its path lead; null where they are none. */
function rootFrom({ deal, key, path }: Pick<DealKey, 'deal' | 'key' | 'path'>): string | null {
  if (!(deal >= 1 && deal <= DEALS) || path.length !== LEVELS) return null
  let place = deal - 1
  let found = sha256(concatBytes(Uint8Array.of(0), hexToBytes(key)))
  for (const other of path.map(hexToBytes)) {
    const pair = place & 1 ? [other, found] : [found, other]
    found = sha256(concatBytes(Uint8Array.of(1), ...pair))
    place >>= 1
  }
  return bytesToHex(found)
}

const linesOf = (terms: string, ...names: string[]) =>
  terms
    .split('\n')
    .filter((line) => names.includes(line.split(' ', 1)[0]!))
    .join('\n')

/** The terms are those told before the deal, but for the salts. The host may have changed the options last. */
function sameTerms(before: string, now: string): boolean {
  const same = (...names: string[]) => linesOf(before, ...names) === linesOf(now, ...names)
  const seatsOf = (terms: string) => linesOf(terms, 'seat').split('\n').length
  if (!same('sevenfold', 'table', 'game', 'rules')) return false
  return !same('option') || seatsOf(before) !== seatsOf(now) || same('pack', 'hand')
}

/** The hand is what the seat was dealt, as far as it was dealt by then; it may have taken more. */
function fitsHand(hand: readonly string[], dealt: readonly string[]): boolean {
  return hand.length <= dealt.length ? within(hand, dealt) : within(dealt, hand)
}

/**
 * Each card that a seat showed was dealt to it, or was left over, or lay open before, or may have been put down unseen
 * by whoever was dealt it.
 */
function fitsShown(shown: SeenRound['shown'], { hands, rest }: Dealt): boolean {
  const isIt = (card: string, by: number, put: string) =>
    put === card || (put === HIDDEN && (hands[by]?.includes(card) ?? false))
  return shown.every(
    ([seat, card], at) =>
      card === HIDDEN ||
      hands[seat]?.includes(card) ||
      rest.includes(card) ||
      shown.slice(0, at).some(([by, put]) => by !== seat && isIt(card, by, put)),
  )
}

function* faultsOf(kept: Kept, promise: DealPromise, key: DealKey, seen?: SeenRound): Generator<Fault> {
  if (promise.root !== kept.root || rootFrom(key) !== kept.root) yield 'promise'
  const { before, salt, terms } = kept
  const known = terms ?? promise.terms
  const dealt = dealtFrom(key.key, known)
  if (dealt === null || promise.terms !== known || (before !== null && !sameTerms(before, known)))
    yield 'terms'
  if (
    salt !== null &&
    !known.split('\n').some((line) => /^seat \d+ salt /.test(line) && line.endsWith(` ${salt}`))
  )
    yield 'salt'
  if (dealt === null || !seen) return
  const hands = Object.entries(seen.hands)
  if (!hands.every(([seat, hand]) => fitsHand(hand, dealt.hands[Number(seat)] ?? []))) yield 'hand'
  if (!fitsShown(seen.shown, dealt)) yield 'shown'
}

/** Check a deal by what this page remembers from before the end of its round. */
function check(kept: Kept, promise: DealPromise, key: DealKey, seen?: SeenRound): Verdict {
  const sawHand = seen !== undefined && Object.keys(seen.hands).length > 0
  const own = kept.salt !== null && kept.before !== null && sawHand
  try {
    return { faults: [...faultsOf(kept, promise, key, seen)], own }
  } catch {
    return { faults: ['promise'], own } // it is not even written as hexadecimal digits
  }
}

/** The same for all deals that are shown at once. */
export function checkAll(
  kept: Kept,
  promise: DealPromise,
  keys: readonly DealKey[],
  rounds: ReadonlyMap<number, SeenRound>,
): Verdict {
  const verdicts = keys.map((key) => check(kept, promise, key, rounds.get(key.round)))
  return {
    faults: [...new Set(verdicts.flatMap(({ faults }) => faults))],
    own: verdicts.every(({ own }) => own),
  }
}
