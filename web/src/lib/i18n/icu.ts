/**
 * Reads as much of ICU MessageFormat as our messages use. It is small because every page waits for it. The
 * tests also read all messages with a full parser, and compare.
 */

/** Text, the number that a plural counts, a value, or a choice by a value. */
export type Part = string | { kind: 'count' } | { kind: 'value'; arg: string } | Choice

export interface Choice {
  kind: 'plural' | 'select' | 'selectordinal'
  arg: string
  cases: readonly { key: string; parts: readonly Part[] }[]
}

const QUOTED = /''|'([{}#](?:[^']|'')*)'(?!')/y
const OPENED = /\{\s*(\w+)\s*(?:,\s*(plural|selectordinal|select)\s*,\s*)?/y
const CASE = /\s*(=\d+|\w+)\s*\{/y
const CLOSED = /\s*\}/y

/** The parts of a message. Throws SyntaxError. */
export function read(text: string): readonly Part[] {
  let at = 0

  function take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = at
    const found = form.exec(text)
    if (found) at = form.lastIndex
    return found
  }

  function close(): void {
    if (!take(CLOSED)) throw new SyntaxError(`no } at ${at} of "${text}"`)
  }

  function readChoice(kind: Choice['kind'], arg: string, counting: boolean): Choice {
    const cases = []
    for (let found = take(CASE); found; found = take(CASE)) {
      cases.push({ key: found[1]!, parts: readParts(counting || kind !== 'select') })
      close()
    }
    return { kind, arg, cases }
  }

  function readParts(counting: boolean): Part[] {
    const parts: Part[] = []
    const write = (more: string) => {
      if (typeof parts.at(-1) === 'string') parts.push(`${parts.pop()}${more}`)
      else parts.push(more)
    }
    while (at < text.length && text[at] !== '}') {
      const quoted = take(QUOTED)
      const opened = quoted ? null : take(OPENED)
      if (quoted) write(quoted[1]?.replaceAll("''", "'") ?? "'")
      else if (opened) {
        const [, arg, kind] = opened as unknown as [string, string, Choice['kind'] | undefined]
        parts.push(kind ? readChoice(kind, arg, counting) : { kind: 'value', arg })
        close()
      } else if (text[at] === '#' && counting) {
        parts.push({ kind: 'count' })
        at++
      } else if (text[at] === '{') throw new SyntaxError(`no name after the { at ${at} of "${text}"`)
      else write(text[at++]!)
    }
    return parts
  }

  const parts = readParts(false)
  if (at < text.length) throw new SyntaxError(`a } too many at ${at} of "${text}"`)
  return parts
}
