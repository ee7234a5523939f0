import { read, type Choice, type Part } from './icu'

export type Catalog = Record<string, string>
export type Values = Record<string, string | number | boolean>

/** Messages of one catalog in one language, by key. A message is parsed when it is first asked for. */
export class Messages {
  private readonly parsed = new Map<string, readonly Part[]>()

  constructor(
    readonly language: string,
    private catalog: Catalog,
  ) {}

  /** Add the messages of another catalog of this language, before any of them is asked for. */
  add(catalog: Catalog): void {
    this.catalog = { ...this.catalog, ...catalog }
  }

  has(key: string): boolean {
    return Object.hasOwn(this.catalog, key)
  }

  /** The message (ICU MessageFormat) with its values, or the key itself where the catalog lacks it. */
  format(key: string, values: Values = {}): string {
    let parts = this.parsed.get(key)
    if (!parts) {
      if (!this.has(key)) return key
      parts = read(this.catalog[key]!)
      this.parsed.set(key, parts)
    }
    return this.write(parts, values)
  }

  /** `count` is what `#` stands for. */
  private write(parts: readonly Part[], values: Values, count = 0): string {
    const texts = parts.map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'count') return formatNumber(this.language, count)
      const value = values[part.arg]
      if (part.kind === 'value') return String(value ?? `{${part.arg}}`)
      return this.write(this.choose(part, value), values, part.kind === 'select' ? count : Number(value))
    })
    return texts.join('')
  }

  private choose({ kind, cases }: Choice, value: Values[string] | undefined): readonly Part[] {
    const named = (key: string) => cases.find((each) => each.key === key)?.parts
    if (kind === 'select') return named(String(value)) ?? named('other') ?? []
    const plurals = pluralsOf(this.language, kind === 'plural' ? 'cardinal' : 'ordinal')
    return named(`=${value}`) ?? named(plurals.select(Number(value))) ?? named('other') ?? []
  }
}

const pluralsOf = once(
  (language: string, type: Intl.PluralRuleType) => new Intl.PluralRules(language, { type }),
)
const numbersOf = once(
  (language: string, signDisplay?: Signs) => new Intl.NumberFormat(language, { signDisplay }),
)

/** Cache what is costly to make: a table formats a hundred sentences a second during a deal. */
function once<Name extends string | undefined, Made>(make: (language: string, name: Name) => Made) {
  const made = new Map<string, Made>()
  return (language: string, name: Name): Made => {
    const key = `${language} ${name}`
    const known = made.get(key) ?? make(language, name)
    made.set(key, known)
    return known
  }
}

type Signs = Intl.NumberFormatOptions['signDisplay']

/** A number as a language writes it, with a minus sign that is read out as one. */
export function formatNumber(language: string, value: number, signs?: Signs): string {
  return numbersOf(language, signs).format(value).replace('-', '−')
}
