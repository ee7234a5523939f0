import { family, t } from '../lib/i18n/index.svelte'
import type { Line } from '../lib/protocol'
import { keep, recall } from '../lib/storage'

const PHRASES = family('friends.phrase', [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'one_moment',
  'your_turn',
  'oh_no',
  'again',
  'goodbye',
])
const REACTIONS = family('friends.reaction', ['smile', 'laugh', 'wow', 'sad', 'clap', 'heart'])

export type Phrase = keyof typeof PHRASES
export type Reaction = keyof typeof REACTIONS

export const phrases = Object.keys(PHRASES) as Phrase[]
export const reactions = Object.keys(REACTIONS) as Reaction[]

export const phraseText = (phrase: Phrase) => t(PHRASES[phrase])
export const reactionText = (reaction: Reaction) => t(REACTIONS[reaction])

/** What a line says: phrases in the reader's language, a reaction by its name, free text as it is. */
export function lineText({ phrase, reaction, text }: Line): string {
  if (phrase) return phraseText(phrase)
  if (reaction) return reactionText(reaction)
  return text ?? ''
}

/** The name of whoever said a line. */
export function speaker({ name }: Line): string {
  return name ?? t('friends.watcher')
}

/** Who said a line, whatever they were called then; lines of an older server have only the name. */
export function personOf(line: Line): string {
  return line.pseudonym ?? speaker(line)
}

const STORED_AS = 'sevenfold.muted'
const MOST = 200
let muted = $state.raw<readonly string[]>(recall(STORED_AS)?.split('\n').filter(Boolean) ?? [])

/** Whom this reader has muted, kept for the next visit: persons, and whole tables. */
export class Muting {
  private readonly table: string

  constructor(table: string) {
    this.table = `table ${table}`
  }

  get all(): boolean {
    return muted.includes(this.table)
  }

  mutes(pseudonym: string): boolean {
    return this.all || muted.includes(pseudonym)
  }

  toggle(pseudonym: string): void {
    const others = muted.filter((other) => other !== pseudonym)
    muted = others.length < muted.length ? others : [...muted, pseudonym].slice(-MOST)
    keep(STORED_AS, muted.join('\n'))
  }

  toggleAll(): void {
    this.toggle(this.table)
  }
}
