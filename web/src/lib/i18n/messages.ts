import { parse, type Octothorpe, type Select } from '@messageformat/parser'

export type Catalog = Record<string, string>
export type Values = Record<string, string | number | boolean>

type Part = ReturnType<typeof parse>[number] | Octothorpe

/** Messages of one catalog in one language, by key. A message is parsed when it is first asked for. */
export class Messages {
  private readonly parsed = new Map<string, readonly Part[]>()

  constructor(
    readonly language: string,
    private readonly catalog: Catalog,
  ) {}

  has(key: string): boolean {
    return Object.hasOwn(this.catalog, key)
  }

  /** The message (ICU MessageFormat) with its values, or the key itself where the catalog lacks it. */
  format(key: string, values: Values = {}): string {
    let parts = this.parsed.get(key)
    if (!parts) {
      if (!this.has(key)) return key
      parts = parse(this.catalog[key]!)
      this.parsed.set(key, parts)
    }
    return this.write(parts, values)
  }

  /** `count` is what `#` stands for. */
  private write(parts: readonly Part[], values: Values, count = 0): string {
    const texts = parts.map((part) => {
      if (part.type === 'content') return part.value
      if (part.type === 'octothorpe') return formatNumber(this.language, count)
      const value = values[part.arg]
      if (part.type === 'argument' || part.type === 'function') return String(value ?? `{${part.arg}}`)
      const shown = part.type === 'select' ? count : Number(value) - (part.pluralOffset ?? 0)
      return this.write(this.choose(part, value, shown), values, shown)
    })
    return texts.join('')
  }

  private choose({ type, cases }: Select, value: Values[string] | undefined, count: number): readonly Part[] {
    const named = (key: string) => cases.find((each) => each.key === key)?.tokens
    if (type === 'select') return named(String(value)) ?? named('other') ?? []
    const plurals = new Intl.PluralRules(this.language, {
      type: type === 'plural' ? 'cardinal' : 'ordinal',
    })
    return named(`=${value}`) ?? named(plurals.select(count)) ?? named('other') ?? []
  }
}

/** A number as a language writes it, with a minus sign that is read out as one. */
export function formatNumber(language: string, value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value).replace('-', '−')
}
