/** A text in which no line breaks between a figure and the Chinese word that counts. */
export function whole(text: string): string {
  return text.replace(/(?<=\d) (?=\p{Script=Han})/gu, '\u00a0')
}
