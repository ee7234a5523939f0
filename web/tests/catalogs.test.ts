import { type Content, parse, type Select, type SelectCase } from '@messageformat/parser'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../src/lib/i18n/languages'
import { familyKeys, hiddenKeys, ownKeys, usedKeys } from './keys'
import { readCatalog, readSources } from './sources'

const FOLDERS = [
  '',
  'browsers',
  'table',
  'friends',
  'kept',
  'lessons',
  'me',
  'plain',
  'replay',
  'result',
  'rules',
  'same',
  'settings',
  'start',
  'today',
  'words',
].map((name) => join('lib/i18n', name))
const sources = [...readSources().values()]

/** The games that have a table of their own: the folders of the tables. */
const TABLES = readdirSync('src/table', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'parts')
  .map(({ name }) => name)
const tableSources = (game: string) =>
  [...readSources()].filter(([path]) => path.startsWith(join('table', game))).map(([, source]) => source)

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
    const ofGames = new Set(TABLES.flatMap(tableSources).flatMap(familyKeys))
    const used = new Set(sources.flatMap(usedKeys).filter((key) => !ofGames.has(key)))
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

describe.each(LANGUAGES)('a switch in %s', (language) => {
  const deeds = /^(Turn|Open|Close) |^(打开|关闭|展开|收起)|(消す|出す|開く|閉じる)$/
  test.each(['table.sound', 'table.panel'])('%s says what a press does, not how it is now', (key) => {
    const [switched] = parse(catalog(language)[key]!)
    const labels = (switched as Select).cases.map(({ tokens: [text] }) => (text as Content).value)
    expect(labels).toHaveLength(2)
    for (const label of labels) expect(label).toMatch(deeds)
  })
})

test('no key is in two folders', () => {
  const keys = FOLDERS.flatMap((folder) => Object.keys(readCatalog(folder, 'en')))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

const readSpace = (game: string): Record<string, string> =>
  JSON.parse(readFileSync(`../src/sevenfold/games/${game}/texts/en.json`, 'utf8'))

test.each(TABLES)('the space of %s has the words of its table, and no other', (game) => {
  const has = Object.keys(readSpace(game)).filter((key) => key.startsWith('table.'))
  const used = new Set(tableSources(game).flatMap((source) => [...ownKeys(source), ...familyKeys(source)]))
  expect([...used].filter((key) => key.startsWith('table.')).toSorted()).toEqual(has.toSorted())
})

test('no game is named but in the folder of its table and the registry of tables', () => {
  const games = readdirSync('../src/sevenfold/games', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
  const named = new RegExp(`\\b(${games.join('|')})\\b`, 'i')
  const free = [...readSources()].filter(
    ([path]) =>
      !TABLES.some((game) => path.startsWith(join('table', game))) &&
      ![
        join('table', 'registry.ts'),
        join('lib', 'protocol.ts'),
        join('start', 'figures.ts'),
        join('today', 'forms.ts'),
        'MissingPage.svelte',
      ].includes(path),
  )
  const offenders = free.filter(([, source]) => named.test(source)).map(([path]) => path)
  expect(offenders).toEqual([])
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
    ["problems('a', ['b'])", ['a.b', 'a_help.b']],
    ["gt(game, 'name') + format('x') + it('y')", []],
  ])('finds in %s the keys %j', (source, keys) => {
    expect(usedKeys(source)).toEqual(keys)
  })

  test('finds keys put together from parts', () => {
    expect(hiddenKeys("t(`a.${b}`) + t('a.' + b) + t(KEYS[b])")).toEqual(['`a.${b}`', "'a.' +"])
  })
})
