import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { readSources } from './sources'

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** What each source imports of the others, types and what is loaded later included, by their paths from src. */
function readImports(sources: Map<string, string>): Map<string, string[]> {
  const found = (path: string) =>
    [path, `${path}.ts`, `${path}.svelte.ts`, `${path}/index.ts`].find((name) => sources.has(name)) ?? []
  const importsOf = (path: string, source: string) =>
    [...source.matchAll(IMPORTED)].flatMap(([, to]) => found(join(dirname(path), to!)))
  return new Map([...sources].map(([path, source]) => [path, importsOf(path, source)]))
}

/** The circles of imports, each as the way that leads round. */
function circlesIn(imports: Map<string, string[]>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  function visit(path: string, way: readonly string[]): void {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}

test('a circle is found, also one of types, of what is loaded later, and of a file with itself', () => {
  const sources = new Map([
    ['a.ts', "import type { B } from './b/B.svelte'"],
    ['b/B.svelte', "{#await import('../c') then { default: C }}"],
    ['c/index.ts', "export { a } from '../a'"],
    ['d.svelte.ts', "import { d } from './d'"],
  ])
  expect(circlesIn(readImports(sources))).toEqual([
    'a.ts → b/B.svelte → c/index.ts → a.ts',
    'd.svelte.ts → d.svelte.ts',
  ])
})

test('no sources import each other in a circle', () => {
  const imports = readImports(readSources())
  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size)
  expect(circlesIn(imports)).toEqual([])
})

test('what draws a game knows its GameSession and not the whole session', () => {
  const draws = /^table\/(?!parts\/(Panels?|Players)\.svelte|Game|TableShell)(\w+\/|\w*Table\.svelte)/
  const whole = [...readImports(readSources())].filter(
    ([path, imports]) => draws.test(path) && imports.some((to) => /session\.svelte|wholeSession/.test(to)),
  )
  expect(whole).toEqual([])
})
