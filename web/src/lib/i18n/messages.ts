import { IntlMessageFormat } from 'intl-messageformat'

export type Catalog = Record<string, string>
export type Values = Record<string, string | number | boolean>

/** Messages of one catalog in one language, by key. A message is parsed when it is first asked for. */
export class Messages {
  private readonly parsed = new Map<string, IntlMessageFormat>()

  constructor(
    readonly language: string,
    private readonly catalog: Catalog,
  ) {}

  has(key: string): boolean {
    return key in this.catalog
  }

  /** The message, or the key itself where the catalog lacks it. */
  format(key: string, values: Values = {}): string {
    const text = this.catalog[key]
    if (text === undefined) return key
    if (!/[{']/.test(text)) return text
    let message = this.parsed.get(key)
    if (!message) {
      message = new IntlMessageFormat(text, this.language, undefined, { ignoreTag: true })
      this.parsed.set(key, message)
    }
    return String(message.format(values))
  }
}
