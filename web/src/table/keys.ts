import type { Suit } from '../lib/cards/names'
import type { Direction } from './hand'

/** What a key asks for at the table; `at` is when it was pressed, which may be well before it is handled. */
export type Command =
  | { kind: 'step'; direction: Direction }
  | { kind: 'suit'; suit: Suit }
  | { kind: 'offer'; index: number }
  | { kind: 'select'; at?: number }
  | { kind: 'trumps' | 'play' | 'clear' | 'pass' }
  | { kind: 'help' | 'last_trick' | 'repeat' | 'points' | 'hint' | 'take_back' }

const PLAIN: Record<string, Command> = {
  ArrowLeft: { kind: 'step', direction: 'left' },
  ArrowRight: { kind: 'step', direction: 'right' },
  ArrowUp: { kind: 'step', direction: 'up' },
  ArrowDown: { kind: 'step', direction: 'down' },
  Home: { kind: 'step', direction: 'first' },
  End: { kind: 'step', direction: 'last' },
  ' ': { kind: 'select' },
  Enter: { kind: 'play' },
  Escape: { kind: 'clear' },
}

/** Letters, digits and the question mark: they get in the way of speech input and can be turned off. */
const CHARACTERS: Record<string, Command> = {
  s: { kind: 'suit', suit: 'S' },
  h: { kind: 'suit', suit: 'H' },
  d: { kind: 'suit', suit: 'D' },
  c: { kind: 'suit', suit: 'C' },
  t: { kind: 'trumps' },
  l: { kind: 'last_trick' },
  r: { kind: 'repeat' },
  p: { kind: 'points' },
  i: { kind: 'hint' },
  u: { kind: 'take_back' },
  '?': { kind: 'help' },
  '0': { kind: 'pass' },
}

/** The command of a key, null where it has none. */
export function commandFor(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'timeStamp'>,
  characters: boolean,
): Command | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const plain = PLAIN[event.key]
  if (plain?.kind === 'select') return { ...plain, at: event.timeStamp }
  if (plain) return plain
  if (!characters) return null
  if (/^[1-9]$/.test(event.key)) return { kind: 'offer', index: Number(event.key) - 1 }
  return CHARACTERS[event.key.toLowerCase()] ?? null
}

/** Whether a command is about the cards, so that it counts only where the focus is not on something else. */
export function isForHand({ kind }: Command): boolean {
  return kind === 'step' || kind === 'select' || kind === 'play'
}
