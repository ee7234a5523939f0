/** What a key does in a replay. */
export type ReplayCommand =
  | { kind: 'card' | 'trick' | 'decision'; by: 1 | -1 }
  | { kind: 'view'; number: number }
  | { kind: 'first' | 'last' | 'play' | 'open' | 'what_if' | 'escape' }

const PLAIN: Record<string, ReplayCommand> = {
  ArrowLeft: { kind: 'card', by: -1 },
  ArrowRight: { kind: 'card', by: 1 },
  Home: { kind: 'first' },
  End: { kind: 'last' },
  ' ': { kind: 'play' },
  Escape: { kind: 'escape' },
}

/** Characters: they get in the way of speech input and can be turned off. */
const CHARACTERS: Record<string, ReplayCommand> = {
  '[': { kind: 'trick', by: -1 },
  ']': { kind: 'trick', by: 1 },
  n: { kind: 'decision', by: 1 },
  N: { kind: 'decision', by: -1 },
  a: { kind: 'open' },
  w: { kind: 'what_if' },
}

/** The command of a key, null where it has none. */
export function commandFor(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
  characters: boolean,
): ReplayCommand | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const plain = PLAIN[event.key]
  if (plain || !characters) return plain ?? null
  if (/^[1-9]$/.test(event.key)) return { kind: 'view', number: Number(event.key) - 1 }
  return CHARACTERS[event.key] ?? CHARACTERS[event.key.toLowerCase()] ?? null
}
