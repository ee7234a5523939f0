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

/** The people whom this reader has muted at a table; kept for the next visit. */
export class Muting {
  private names = $state.raw<readonly string[]>([])
  private readonly key: string

  constructor(table: string) {
    this.key = `sevenfold.muted.${table}`
    this.names = recall(this.key)?.split('\n').filter(Boolean) ?? []
  }

  get all(): boolean {
    return this.names.includes(EVERYBODY)
  }

  mutes(name: string): boolean {
    return this.all || this.names.includes(name)
  }

  toggle(name: string): void {
    this.names = this.names.includes(name)
      ? this.names.filter((other) => other !== name)
      : [...this.names, name]
    keep(this.key, this.names.join('\n'))
  }

  toggleAll(): void {
    this.toggle(EVERYBODY)
  }
}

/** Stands for everybody among the muted names: an asterisk alone cannot be a name. */
const EVERYBODY = '*'
