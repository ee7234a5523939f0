import { parse, type Token } from '@messageformat/parser'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, type Part } from '../src/lib/i18n/icu'
import { Messages } from '../src/lib/i18n/messages'

function write(text: string, values = {}, language = 'en'): string {
  return new Messages(language, { key: text }).format('key', values)
}

test.each([
  ['plain', {}, 'plain'],
  ['{card} is a club', { card: 'Q♣' }, 'Q♣ is a club'],
  ['<b>{card}</b>', { card: '<i>' }, '<b><i></b>'],
  ["it''s '{'so'}'", {}, "it's {so}"],
  ['{you, select, true {You} other {{seat}}} won', { you: true, seat: 'North' }, 'You won'],
  ['{you, select, true {You} other {{seat}}} won', { you: false, seat: 'North' }, 'North won'],
  ['{count, plural, one {# trick} other {# tricks}}', { count: 1 }, '1 trick'],
  ['{count, plural, one {# trick} other {# tricks}}', { count: 1200 }, '1,200 tricks'],
  ['{count, plural, =0 {none} one {one} other {#}}', { count: 0 }, 'none'],
  ['{count, plural, other {{you, select, other {#}} of #}}', { count: 3, you: false }, '3 of 3'],
  ['{rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { rank: 2 }, '2nd'],
  ['{card} is not given', {}, '{card} is not given'],
])('%s with %j', (text, values, expected) => {
  expect(write(text, values)).toBe(expected)
})

test('plurals are those of the language', () => {
  expect(write('{count, plural, one {one} other {#墩}}', { count: 1 }, 'zh-Hans')).toBe('1墩')
})

test('a missing message is its key', () => {
  const messages = new Messages('en', { 'start.play': 'Play' })
  expect(messages.format('start.stop')).toBe('start.stop')
  expect(messages.has('toString')).toBe(false)
})

/** What the full parser reads, in the form of our own parser. */
function partsOf(tokens: readonly (Token | { type: 'octothorpe' })[]): Part[] {
  return tokens.map((token) => {
    if (token.type === 'content') return token.value
    if (token.type === 'octothorpe') return { kind: 'count' }
    if (token.type === 'argument') return { kind: 'value', arg: token.arg }
    if (token.type === 'function') throw new Error(`${token.key} is not read by us`)
    const cases = token.cases.map(({ key, tokens }) => ({ key, parts: partsOf(tokens) }))
    return { kind: token.type, arg: token.arg, cases }
  })
}

test('every message is read as a full parser reads it', () => {
  const within = (folder: string, wanted: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => wanted.test(file))
      .map((file) => join(folder, file))
  const files = [
    ...within('src/lib/i18n', /\.json$/),
    ...within('../src/sevenfold/games', /(texts|lessons)[\\/][^\\/]*\.json$/),
  ]
  const messages = files.flatMap((file) => Object.values<string>(JSON.parse(readFileSync(file, 'utf8'))))
  expect(messages.length).toBeGreaterThan(3000)
  for (const message of messages) expect(read(message), message).toEqual(partsOf(parse(message)))
})

test.each(['{count, plural, other {#}', 'a } too many', '{'])('%s is no message', (text) => {
  expect(() => read(text)).toThrow(SyntaxError)
})
