import { parse, type SelectCase } from '@messageformat/parser'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../src/lib/i18n/languages'
import { hiddenKeys, usedKeys } from './keys'
import { readCatalog, readSources } from './sources'

const TABLES = ['lockseven', 'lockup', 'seven_bridge', 'trump7']
const FOLDERS = ['lib/i18n', 'table/i18n', ...TABLES.map((game) => `table/${game}/i18n`)]
const sources = [...readSources().values()]

function catalog(language: string): Record<string, string> {
  return Object.assign({}, ...FOLDERS.map((folder) => readCatalog(folder, language)))
}

/** The names of the values that a message takes. */
function takes(text: string): string[] {
  const names = (part: SelectCase['tokens'][number]): string[] => {
    if (!('arg' in part)) return []
    const inside = 'cases' in part ? part.cases.flatMap(({ tokens }) => tokens.flatMap(names)) : []
    return [part.arg, ...inside]
  }
  return [...new Set(parse(text).flatMap(names))].sort()
}

describe.each(LANGUAGES)('the catalog %s', (language) => {
  const messages = catalog(language)

  test('has every message that is used and no other', () => {
    const used = new Set(sources.flatMap(usedKeys))
    expect(Object.keys(messages).toSorted()).toEqual([...used].toSorted())
  })

  test('has no empty message', () => {
    expect(Object.entries(messages).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('names no value that the English message does not name', () => {
    const english = catalog('en')
    const strange = Object.entries(messages).filter(([key, text]) => {
      const known = takes(english[key] ?? '')
      return takes(text).some((name) => !known.includes(name))
    })
    expect(strange).toEqual([])
  })
})

test('no key is in two folders', () => {
  const keys = FOLDERS.flatMap((folder) => Object.keys(readCatalog(folder, 'en')))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test.each(TABLES)('what the table of %s alone says is in its own folder, and used there alone', (game) => {
  const own = Object.keys(readCatalog(`table/${game}/i18n`, 'en'))
  expect(own.filter((key) => !key.startsWith(`table.${game}.`))).toEqual([])
  const others = [...readSources()].filter(([path]) => !path.startsWith(join('table', game)))
  const used = others.flatMap(([, source]) => usedKeys(source))
  expect(own.filter((key) => used.includes(key))).toEqual([])
})

test('every key is written out where it is used', () => {
  expect(sources.flatMap(hiddenKeys)).toEqual([])
})

describe('the search for keys', () => {
  test.each([
    ["{t('a.b')}", ['a.b']],
    ["t('a.b', { count })", ['a.b']],
    ["t(wrong ? 'a.b' : 'a.c', range)", ['a.b', 'a.c']],
    ["family('suit', ['S', 'H'])", ['suit.S', 'suit.H']],
    ["gt(game, 'name') + format('x') + it('y')", []],
  ])('finds in %s the keys %j', (source, keys) => {
    expect(usedKeys(source)).toEqual(keys)
  })

  test('finds keys put together from parts', () => {
    expect(hiddenKeys("t(`a.${b}`) + t('a.' + b) + t(KEYS[b])")).toEqual(['`a.${b}`', "'a.' +"])
  })
})
