import type { Word } from '../lib/protocol'

/** A piece of a text; `word` is set where a term first comes up. */
export interface Piece {
  text: string
  word: Word | null
}

/** Cuts texts at terms: each is marked once, where it comes first. */
export class TermFinder {
  private readonly byForm: Map<string, Word>
  private readonly pattern: RegExp | null
  private readonly met = new Set<string>()

  constructor(words: readonly Word[], language: string) {
    this.byForm = new Map(words.flatMap((word) => word.forms.map((form) => [form, word] as const)))
    // the longest first: "called card" before "call"
    const forms = words.flatMap((word) => word.forms).toSorted((a, b) => b.length - a.length)
    const written = forms.map(anyCase).join('|')
    const whole = language === 'en' ? `(?<![\\p{L}\\p{N}-])(?:${written})(?![\\p{L}\\p{N}-])` : written
    this.pattern = forms.length > 0 ? new RegExp(`(${whole})`, 'u') : null
  }

  cut(text: string): Piece[] {
    const pieces: Piece[] = []
    const parts = this.pattern ? text.split(new RegExp(this.pattern, 'gu')) : [text]
    parts.forEach((part, i) => {
      const word = i % 2 === 1 ? this.find(part) : undefined
      const isNew = word !== undefined && !this.met.has(word.term)
      if (isNew) this.met.add(word.term)
      const last = pieces.at(-1)
      if (!isNew && last && last.word === null) last.text += part
      else if (part !== '') pieces.push({ text: part, word: isNew ? word : null })
    })
    return pieces
  }

  private find(written: string): Word | undefined {
    return this.byForm.get(written) ?? this.byForm.get(written[0]!.toLowerCase() + written.slice(1))
  }
}

/** A capital must match ("Host" is a role, "host" is not); a form in lower case may begin a sentence. */
function anyCase(form: string): string {
  const first = form[0]!
  const rest = form.slice(1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return first === first.toUpperCase() ? first + rest : `[${first}${first.toUpperCase()}]${rest}`
}
