/**
 * A text in Markdown without the spaces round each `code` that is shown as a name in quotation marks:
 * Chinese and Japanese set no space there. A space that belongs to a list, a table or a line's end stays.
 */
export function closeQuoted(text: string, isName: (code: string) => boolean): string {
  const close = (written: string, code: string) => (isName(code) ? `\`${code}\`` : written)
  return text.replace(/(?<=[^\s|*-]) `(\w+)`/g, close).replace(/`(\w+)` (?=[^\s|])/g, close)
}
